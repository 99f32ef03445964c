import { formatInstant } from 'shared-ui';

/** An instant in the browser's time zone, because the page has no practice. @param epochSeconds */
export function instantText(epochSeconds: number): string {
  return formatInstant(epochSeconds, Intl.DateTimeFormat().resolvedOptions().timeZone);
}

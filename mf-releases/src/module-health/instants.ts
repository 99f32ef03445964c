import { formatInstant } from 'shared-ui';

/** Formats an instant in the browser's time zone, because the page belongs to no practice. @param epochSeconds */
export function instantText(epochSeconds: number): string {
  return formatInstant(epochSeconds, Intl.DateTimeFormat().resolvedOptions().timeZone);
}

import { formatInstant } from 'shared-ui';

/** An instant on the clock of whoever looks: the page is about no practice. @param epochSeconds */
export function instantText(epochSeconds: number): string {
  return formatInstant(epochSeconds, Intl.DateTimeFormat().resolvedOptions().timeZone);
}

import { dayIn } from 'shared-api/contracts';
import { formatDate } from 'shared-ui';

/** The browser's time zone, because an account belongs to no practice. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @param epochSeconds */
export function dayText(epochSeconds: number): string {
  return formatDate(dayIn(browserTimeZone(), new Date(epochSeconds * 1000)));
}

/** Conversions of instants and days. */
import { dayIn } from 'shared-api/contracts';
import { formatDate } from 'shared-ui';

/** Numbers in responses below this are seconds; others are milliseconds (specification, 9). */
const FIRST_MILLISECONDS = 1e10;

/** @param instant epoch seconds or milliseconds */
export function epochSeconds(instant: number): number {
  return instant < FIRST_MILLISECONDS ? instant : Math.floor(instant / 1000);
}

/** The day of an instant on the practice's calendar: `Nov 30, 2026`. @param instant epoch seconds or milliseconds */
export function dayText(instant: number, timeZone: string): string {
  return formatDate(dayIn(timeZone, new Date(epochSeconds(instant) * 1000)));
}

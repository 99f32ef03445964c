/** Amounts and days as this module writes them. */
import { dayIn, type PlanInterval } from 'shared-api/contracts';
import { formatDate, formatMoney } from 'shared-ui';

/** The day of an instant on the practice's calendar: `Nov 30, 2026`. */
export function dayText(epochSeconds: number, timeZone: string): string {
  return formatDate(dayIn(timeZone, new Date(epochSeconds * 1000)));
}

/** `$189.00 / month`. */
export function rateText(cents: number, currency: string, interval: PlanInterval): string {
  return `${formatMoney(cents, currency)} / ${interval}`;
}

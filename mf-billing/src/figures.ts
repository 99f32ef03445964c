/** Amounts, days and cards as this module writes them. */
import { dayIn, type PlanInterval } from 'shared-api/contracts';
import { formatDate, formatMoney } from 'shared-ui';
import { brandName } from 'shared-ui/cards';

/** The day of an instant on the practice's calendar: `Nov 30, 2026`. */
export function dayText(epochSeconds: number, timeZone: string): string {
  return formatDate(dayIn(timeZone, new Date(epochSeconds * 1000)));
}

/** `Nov 30`; with its year where that is another one than the year of `asOf`. */
export function shortDayText(epochSeconds: number, timeZone: string, asOf: number): string {
  const day = dayText(epochSeconds, timeZone);
  const [short = day, year] = day.split(', ');
  return dayText(asOf, timeZone).endsWith(`, ${year}`) ? short : day;
}

/** `$189.00 / month`. */
export function rateText(cents: number, currency: string, interval: PlanInterval): string {
  return `${formatMoney(cents, currency)} / ${interval}`;
}

/** `Visa •••• 4242`. */
export function cardText({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brandName(brand)} •••• ${last4}`;
}

/** Formats amounts, dates and cards for this module. */
import { type CostPreview, dayIn, periodText, type PlanInterval } from 'shared-api/contracts';
import { formatDate, formatMoney } from 'shared-ui';
import { brandName } from 'shared-ui/cards';
import { messages } from './charges/messages';

/** The date of an instant in the practice's time zone: `Nov 30, 2026`. */
export function dayText(epochSeconds: number, timeZone: string): string {
  return formatDate(dayIn(timeZone, new Date(epochSeconds * 1000)));
}

/** `Nov 30`, with the year if it differs from the year of `asOf` (epoch seconds). */
export function shortDayText(epochSeconds: number, timeZone: string, asOf: number): string {
  const day = dayText(epochSeconds, timeZone);
  const [short = day, year] = day.split(', ');
  return dayText(asOf, timeZone).endsWith(`, ${year}`) ? short : day;
}

/** `$189.00 / month`. */
export function rateText(cents: number, currency: string, interval: PlanInterval): string {
  return `${formatMoney(cents, currency)} / ${periodText(interval, undefined)}`;
}

/** `$189.00 / month`, `$540.00 / 3 months`, `$29.00 + usage / month`. */
export function recurringText(
  { amount, interval, every, by_usage: byUsage }: NonNullable<CostPreview['recurring']>,
  currency: string,
): string {
  return `${amountText(amount, currency, byUsage)} / ${periodText(interval, every)}`;
}

/** `$29.00`, `$29.00 + usage`, or `By usage`. */
export function amountText(cents: number, currency: string, byUsage: boolean | undefined): string {
  const amount = formatMoney(cents, currency);
  if (byUsage !== true) return amount;
  return cents === 0 ? messages.byUsage : messages.plusUsage(amount);
}

/** `Visa •••• 4242`, kept on one line by no-break spaces. */
export function cardText({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brandName(brand)}\u00a0••••\u00a0${last4}`;
}

export interface Payer {
  card: { brand: string; last4: string } | null;
  method_name?: string | undefined;
  is_sent?: boolean | undefined;
}

/** The card or other method that is charged, or "Invoice by email". Null if nothing can be charged. */
export function payerText({ card, method_name: method, is_sent: isSent }: Payer): string | null {
  if (isSent === true) return messages.sent;
  return card ? cardText(card) : (method ?? null);
}

/** The end of a sentence about a charge: `, to Visa •••• 4242`, or empty. */
export function chargedToText(payer: Payer): string {
  const text = payerText(payer);
  if (payer.is_sent === true) return messages.bySentInvoice;
  return text === null ? '' : messages.chargedTo(text);
}

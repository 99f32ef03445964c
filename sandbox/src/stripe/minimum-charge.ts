import { invalidRequest } from './errors.js';

/**
 * Smaller amounts are added to the next invoice: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts.
 * The minimums of other currencies depend on exchange rates, which the sandbox doesn't have.
 */
const minimums: Readonly<Record<string, number>> = { gbp: 30, usd: 50, eur: 50, jpy: 50, sek: 300, mxn: 1000 };

/** The maximum of eight digits, which applies to every currency of the tests. */
export const MAX_CHARGE = 99_999_999;

export const minimumCharge = (currency: string): number => minimums[currency.toLowerCase()] ?? 1;

const threeDecimals = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

/**
 * Checks that the last digit of an amount of a payment, a refund or a dispute is one that its currency allows:
 * https://docs.stripe.com/currencies#three-decimal. Stripe documents no such rule for amounts of prices and invoices.
 *
 * @throws StripeError
 */
export function assertLastDigit(amount: number, currency: string, param: string): void {
  if (!threeDecimals.has(currency.toLowerCase()) || amount % 10 === 0) return;
  throw invalidRequest(`Amounts in ${currency} must be evenly divisible by 10.`, { param });
}

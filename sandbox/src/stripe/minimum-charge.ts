import { invalidRequest } from './errors.js';

/**
 * Smaller amounts are added to the next invoice: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. Others
 * depend on exchange rates, which the sandbox doesn't have.
 */
const minimums: Readonly<Record<string, number>> = { gbp: 30, usd: 50, eur: 50, jpy: 50, sek: 300, mxn: 1000 };

/** Eight digits in every currency of the tests. */
export const MAX_CHARGE = 99_999_999;

export const minimumCharge = (currency: string): number => minimums[currency.toLowerCase()] ?? 1;

const threeDecimals = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

/**
 * Holds an amount of a payment, a refund or a dispute to the last digit that its currency allows:
 * https://docs.stripe.com/currencies#three-decimal. For amounts of prices and invoices, nothing is documented.
 *
 * @throws StripeError
 */
export function assertLastDigit(amount: number, currency: string, param: string): void {
  if (!threeDecimals.has(currency.toLowerCase()) || amount % 10 === 0) return;
  throw invalidRequest(`Amounts in ${currency} must be evenly divisible by 10.`, { param });
}

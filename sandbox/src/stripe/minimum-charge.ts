/**
 * Smaller amounts are added to the next invoice: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. Others
 * depend on exchange rates, which the sandbox doesn't have.
 */
const minimums: Readonly<Record<string, number>> = { gbp: 30, usd: 50, eur: 50, jpy: 50, sek: 300, mxn: 1000 };

/** Eight digits in every currency of the tests. */
export const MAX_CHARGE = 99_999_999;

export const minimumCharge = (currency: string): number => minimums[currency.toLowerCase()] ?? 1;

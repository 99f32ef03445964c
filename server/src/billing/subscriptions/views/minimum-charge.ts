/**
 * The provider's minimum charges, in the smallest unit of each currency. An invoice below the minimum is marked as
 * paid, and its amount is carried over on the customer's balance:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const minimums: Readonly<Record<string, number>> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
  usd: 50,
};

/** 0 for a currency whose minimum depends on its exchange rate. */
export const minimumCharge = (currency: string): number => minimums[currency.toLowerCase()] ?? 0;

/** Taxes of invoice lines: https://docs.stripe.com/billing/taxes/tax-rates */
import type Stripe from 'stripe';
import type { Reader } from './params.js';
import { type Store, idOf } from './store.js';

export type LineTax = Stripe.InvoiceLineItem.Tax;

/** The rate of all automatic taxes. Its percentage is 0 until a control endpoint sets it. */
export const AUTOMATIC_RATE = 'txr_automatic';

/** Reads tax rates by their ids; undefined if they are absent. */
export function taxRatesIn(params: Reader, name: string, store: Store): Stripe.TaxRate[] | undefined {
  if (!params.has(name)) return undefined;
  return params.texts(name).map((id, index) => store.table('tax_rate').get(id, `${params.at(name)}[${index}]`));
}

const reasonOf = (customer: Stripe.Customer | undefined, isAutomatic: boolean): string => {
  if (customer?.tax_exempt === 'exempt') return 'customer_exempt';
  if (customer?.tax_exempt === 'reverse') return 'reverse_charge';
  return isAutomatic ? 'standard_rated' : 'not_available';
};

/** @param amount the taxed amount after discounts */
function taxOf(rate: Stripe.TaxRate, amount: number, reason: string): LineTax {
  const isTaxed = reason === 'standard_rated' || reason === 'not_available';
  const share = rate.inclusive ? rate.percentage / (100 + rate.percentage) : rate.percentage / 100;
  const tax = isTaxed ? Math.round(amount * share) : 0;
  return {
    amount: tax,
    tax_behavior: rate.inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: reason,
    taxable_amount: rate.inclusive ? amount - tax : amount,
    type: 'tax_rate_details',
  };
}

/**
 * @param rates the rates of the item; the subscription's own apply if there are none
 * @param amount the taxed amount after discounts
 */
export function lineTaxes(
  store: Store,
  subscription: Stripe.Subscription,
  rates: readonly Stripe.TaxRate[],
  amount: number,
): LineTax[] {
  const customer = store.table('customer').find(idOf(subscription.customer));
  const automatic = subscription.automatic_tax.enabled ? store.table('tax_rate').find(AUTOMATIC_RATE) : undefined;
  if (subscription.automatic_tax.enabled && !automatic) return [];
  const applied = automatic ? [automatic] : rates.length > 0 ? rates : (subscription.default_tax_rates ?? []);
  return applied.map((rate) => taxOf(rate, amount, reasonOf(customer, automatic !== undefined)));
}

/** The taxes of an invoice by their rates. */
export function totalTaxes(lines: readonly (readonly LineTax[])[]): LineTax[] {
  const totals = new Map<string, LineTax>();
  for (const tax of lines.flat()) {
    const key = `${tax.tax_rate_details?.tax_rate ?? ''} ${tax.taxability_reason}`;
    const before = totals.get(key);
    totals.set(key, {
      ...tax,
      amount: tax.amount + (before?.amount ?? 0),
      taxable_amount: (tax.taxable_amount ?? 0) + (before?.taxable_amount ?? 0),
    });
  }
  return [...totals.values()];
}

const sumOf = (taxes: readonly LineTax[]): number => taxes.reduce((sum, { amount }) => sum + amount, 0);

/** The sum of the taxes that are added to the amounts. */
export const exclusiveTax = (taxes: readonly LineTax[]): number =>
  sumOf(taxes.filter(({ tax_behavior }) => tax_behavior === 'exclusive'));

export const inclusiveTax = (taxes: readonly LineTax[]): number =>
  sumOf(taxes.filter(({ tax_behavior }) => tax_behavior === 'inclusive'));

/** The discounts, taxes and totals of an invoice's lines. */
import type Stripe from 'stripe';
import { type DiscountAmount, discountAmounts, sharedDiscountsOf } from './discounts.js';
import type { Line } from './invoices.js';
import type { Store } from './store.js';
import { type LineTax, exclusiveTax, inclusiveTax, lineTaxes, totalTaxes } from './taxes.js';

export interface PricedLine extends Line {
  ofItem: DiscountAmount[];
  ofInvoice: DiscountAmount[];
  taxes: LineTax[];
}

const isDiscountable = (line: Line): boolean => !line.proration && line.amount > 0 && line.discountable !== false;
const sumOf = (amounts: readonly { amount: number }[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0);

function withDiscounts(store: Store, subscription: Stripe.Subscription, lines: readonly Line[]) {
  const discountable = lines.map((line) => ({
    amount: line.amount,
    product: line.price?.product ?? '',
    discounts: line.discounts ?? [],
    isDiscountable: isDiscountable(line),
  }));
  const shared = sharedDiscountsOf(store, subscription);
  const amounts = discountAmounts(store, discountable, shared, subscription.currency);
  return lines.map((line, at) => ({ ...line, ...(amounts[at] ?? { ofItem: [], ofInvoice: [] }) }));
}

const netOf = (line: Omit<PricedLine, 'taxes'>): number => line.amount - sumOf(line.ofItem) - sumOf(line.ofInvoice);

/** The lines with their amounts after discounts. */
export function netLines(store: Store, subscription: Stripe.Subscription, lines: readonly Line[]): Line[] {
  return withDiscounts(store, subscription, lines).map((line) => ({ ...line, amount: netOf(line) }));
}

export function priceLines(store: Store, subscription: Stripe.Subscription, lines: readonly Line[]): PricedLine[] {
  return withDiscounts(store, subscription, lines).map((line) => ({
    ...line,
    taxes: lineTaxes(store, subscription, line.tax_rates ?? [], netOf(line)),
  }));
}

/** The total amount of each discount. */
function totalDiscounts(amounts: readonly DiscountAmount[]): DiscountAmount[] {
  const totals = new Map<string, number>();
  for (const { discount, amount } of amounts) totals.set(discount, (totals.get(discount) ?? 0) + amount);
  return [...totals].map(([discount, amount]) => ({ discount, amount }));
}

export const pretaxCredits = (amounts: readonly DiscountAmount[]) =>
  amounts.map(({ discount, amount }) => ({ amount, discount, type: 'discount' as const }));

/** The totals of an invoice. Its subtotal already includes the discounts of items. */
export function totalsOf(lines: readonly PricedLine[]) {
  const ofItems = lines.flatMap(({ ofItem }) => ofItem);
  const discounts = totalDiscounts([...ofItems, ...lines.flatMap(({ ofInvoice }) => ofInvoice)]);
  const taxes = totalTaxes(lines.map((line) => line.taxes));
  const subtotal = sumOf(lines) - sumOf(ofItems);
  const total = lines.reduce((sum, line) => sum + netOf(line), 0) + exclusiveTax(taxes);
  return {
    subtotal,
    subtotal_excluding_tax: subtotal - inclusiveTax(taxes),
    total,
    total_discount_amounts: discounts,
    total_excluding_tax: total - sumOf(taxes),
    total_pretax_credit_amounts: pretaxCredits(discounts),
    total_taxes: taxes,
  } satisfies Partial<Stripe.Invoice>;
}

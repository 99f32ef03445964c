/**
 * The provider's charge for a period in which the subscription ends. It always prorates such a period:
 * https://docs.stripe.com/api/subscriptions/update#update_subscription-cancel_at. Its previews show only the next
 * period, so later ones are computed. Pure functions.
 */
import type Stripe from 'stripe';

/** Expanded for `shortenedInvoice`: whether a discount is a percentage. */
export const EXPAND_DISCOUNTS = [
  'lines.data.discount_amounts.discount',
  'total_discount_amounts.discount.source.coupon',
];

type DiscountAmount = Stripe.Invoice.TotalDiscountAmount;

const idOf = ({ discount }: DiscountAmount): string => (typeof discount === 'string' ? discount : discount.id);

/** The percentage of each discount; null for an amount. */
function percentages(invoice: Stripe.Invoice): ReadonlyMap<string, number | null> {
  return new Map(
    (invoice.total_discount_amounts ?? []).map((one) => {
      const coupon = typeof one.discount === 'string' || one.discount.deleted ? null : one.discount.source.coupon;
      return [idOf(one), coupon === null || typeof coupon === 'string' ? null : coupon.percent_off];
    }),
  );
}

const sumOf = (list: readonly { amount: number }[]): number => list.reduce((sum, { amount }) => sum + amount, 0);
const exclusive = <Tax extends { tax_behavior: string }>(taxes: readonly Tax[] | null): Tax[] =>
  (taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === 'exclusive');

/** A line before its discounts. */
const netOf = ({ amount, discount_amounts: discounts }: Stripe.InvoiceLineItem): number =>
  amount - sumOf(discounts ?? []);

function shortenedLine(
  line: Stripe.InvoiceLineItem,
  share: number,
  percentOf: ReadonlyMap<string, number | null>,
): Stripe.InvoiceLineItem {
  const amount = Math.round(line.amount * share);
  let left = amount;
  const discounts = (line.discount_amounts ?? []).map((one) => {
    const percent = percentOf.get(idOf(one)) ?? null;
    const off = percent === null ? Math.min(one.amount, left) : Math.round((left * percent) / 100);
    left -= off;
    return { ...one, amount: off };
  });
  const net = netOf(line);
  const taxes = (line.taxes ?? []).map((tax) => ({
    ...tax,
    amount: net === 0 ? 0 : Math.round((tax.amount * left) / net),
  }));
  return { ...line, amount, discount_amounts: discounts, taxes };
}

/**
 * @param invoice preview of a full period
 * @param share the part of the period before the end
 */
export function shortenedInvoice(invoice: Stripe.Invoice, share: number): Stripe.Invoice {
  const percentOf = percentages(invoice);
  const lines = invoice.lines.data.map((line) => shortenedLine(line, share, percentOf));
  const totalOf = (listed: readonly Stripe.InvoiceLineItem[]): number =>
    listed.reduce((sum, line) => sum + netOf(line) + sumOf(exclusive(line.taxes)), 0);
  // The provider includes only an invoice's first lines.
  const others = Math.round((invoice.total - totalOf(invoice.lines.data)) * share);
  return {
    ...invoice,
    total: totalOf(lines) + others,
    lines: { ...invoice.lines, data: lines },
    total_discount_amounts: lines.flatMap(({ discount_amounts: discounts }) => discounts ?? []),
    total_taxes: lines.flatMap(({ taxes }) => exclusive(taxes)),
  };
}

/** A subscription's cost per period, before and after discounts and taxes. Pure functions; amounts are cents. */
import type Stripe from 'stripe';
import type { SubscriptionPrice } from 'shared-api/contracts';
import { idOf } from '../mirror/snapshots.js';

type PeriodInvoice = Pick<Stripe.Invoice, 'lines' | 'total' | 'total_discount_amounts' | 'total_taxes'>;

/** A charge of a subscription with the provider's preview, which is missing for prorations within a later period. */
export interface ChargedPeriod {
  date: number;
  invoice: PeriodInvoice | null;
  /** True when the items differ from those of the previous charge. */
  isChanged: boolean;
  /** False for the part of a period before the subscription ends. */
  isFull: boolean;
}

const sumOf = (list: readonly { amount: number }[] | null): number =>
  (list ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** True for only the period's price, without prorations and one-time items. */
const isPlain = ({ lines }: PeriodInvoice): boolean =>
  lines.data.every(
    ({ parent }) => parent?.type !== 'invoice_item_details' && parent?.subscription_item_details?.proration !== true,
  );

type Amounts = Pick<Stripe.Invoice, 'total' | 'total_discount_amounts' | 'total_taxes'>;

/** The amounts of an invoice without usage, which differs each time. */
function withoutUsage({ lines, ...amounts }: PeriodInvoice, metered: ReadonlySet<string>): Amounts {
  const used = lines.data.filter(({ pricing }) => metered.has(idOf(pricing?.price_details?.price) ?? ''));
  if (used.length === 0) return amounts;
  const minus = <Part extends { amount: number }>(parts: readonly Part[]): Part[] =>
    parts.map((part) => ({ ...part, amount: -part.amount }));
  const discounts = used.flatMap(({ discount_amounts: list }) => list ?? []);
  const taxes = used.flatMap(({ taxes: list }) => list ?? []);
  const added = taxes.filter(({ tax_behavior: behavior }) => behavior === 'exclusive');
  return {
    total: amounts.total - sumOf(used) + sumOf(discounts) - sumOf(added),
    total_discount_amounts: [...(amounts.total_discount_amounts ?? []), ...minus(discounts)],
    total_taxes: [...(amounts.total_taxes ?? []), ...minus(taxes)],
  };
}

/**
 * The price of the next charge, and the first different one for the same items after a coupon ends.
 *
 * @param metered ids of prices charged by usage, which aren't part of it
 */
export function priceOf(
  { id, currency }: Pick<Stripe.Subscription, 'id' | 'currency'>,
  charges: readonly ChargedPeriod[],
  metered: ReadonlySet<string>,
): SubscriptionPrice[] {
  const changed = charges.findIndex(({ isChanged }, index) => index > 0 && isChanged);
  const [next, ...later] = (changed === -1 ? charges : charges.slice(0, changed)).flatMap(({ date, invoice, isFull }) =>
    invoice && isFull && isPlain(invoice) ? [{ date, amounts: withoutUsage(invoice, metered) }] : [],
  );
  if (!next) return [];
  const { total: amount, total_discount_amounts: discounts, total_taxes: taxes } = next.amounts;
  const tax = sumOf(taxes?.filter(({ tax_behavior: behavior }) => behavior === 'exclusive') ?? []);
  const discount = sumOf(discounts);
  const other = later.find(({ amounts }) => amounts.total !== amount);
  return [
    {
      subscription_id: id,
      currency,
      date: next.date,
      list: amount + discount - tax,
      discount,
      tax,
      amount,
      changes: other ? { date: other.date, amount: other.amounts.total } : null,
    },
  ];
}

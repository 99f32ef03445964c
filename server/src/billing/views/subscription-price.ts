/** What a subscription costs per period, before and after discounts and taxes. Pure functions; amounts are cents. */
import type Stripe from 'stripe';
import type { SubscriptionPrice } from 'shared-api/contracts';

/** A charge of a subscription, with the provider's preview of it. */
export interface ChargedPeriod {
  date: number;
  invoice: Pick<Stripe.Invoice, 'lines' | 'total' | 'total_discount_amounts' | 'total_taxes'>;
  /** True when the items differ from those of the charge before. */
  isChanged: boolean;
  /** False for the part of a period before the subscription ends. */
  isFull: boolean;
}

const sumOf = (list: readonly { amount: number }[] | null): number =>
  (list ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** True for the price of the period alone. */
const isPlain = ({ invoice, isFull }: ChargedPeriod): boolean =>
  isFull && !invoice.lines.data.some(({ parent }) => parent?.subscription_item_details?.proration === true);

/** The price of the next charge, and the next one of the same items that differs because a coupon ends. */
export function priceOf(
  { id, currency }: Pick<Stripe.Subscription, 'id' | 'currency'>,
  charges: readonly ChargedPeriod[],
): SubscriptionPrice[] {
  const changed = charges.findIndex(({ isChanged }, index) => index > 0 && isChanged);
  const [next, ...later] = (changed === -1 ? charges : charges.slice(0, changed)).filter(isPlain);
  if (!next) return [];
  const { total: amount, total_discount_amounts: discounts, total_taxes: taxes } = next.invoice;
  const tax = sumOf(taxes?.filter(({ tax_behavior: behavior }) => behavior === 'exclusive') ?? []);
  const discount = sumOf(discounts);
  const other = later.find(({ invoice }) => invoice.total !== amount);
  return [
    {
      subscription_id: id,
      currency,
      date: next.date,
      list: amount + discount - tax,
      discount,
      tax,
      amount,
      changes: other ? { date: other.date, amount: other.invoice.total } : null,
    },
  ];
}

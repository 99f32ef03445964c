/**
 * Prorations of flexible billing: https://docs.stripe.com/billing/subscriptions/billing-mode/compare. A charge is the
 * rest of the period at the new price. A credit is the rest of the billed amount, regardless of the current price.
 */
import type Stripe from 'stripe';
import type { Line } from './invoices.js';
import { netLines } from './invoice-amounts.js';
import { fullLines, priceOf, productName } from './items.js';
import { prorated } from './periods.js';
import { isMetered } from './pricing.js';
import { type Debit, type PendingItem, type Store, type StoredPrice, idOf } from './store.js';

/** A day in Stripe's format: `22 Nov 2026`. */
const dayOf = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

const describe = (verb: string, store: Store, price: StoredPrice, quantity: number, from: number): string =>
  `${verb} ${quantity === 1 ? '' : `${quantity} × `}${productName(store, price)} after ${dayOf(from)}`;

/** The charge for an item from a time to the end of its period. @param full the amount of a full period, after discounts */
function chargeLine(store: Store, item: Stripe.SubscriptionItem, full: number, from: number): Line {
  const price = priceOf(item);
  const quantity = item.quantity ?? 1;
  const period = { start: item.current_period_start, end: item.current_period_end };
  return {
    amount: prorated(full, period, from),
    description: describe('Remaining time on', store, price, quantity, from),
    price,
    quantity,
    period: { start: from, end: period.end },
    subscription_item: item.id,
    proration: true,
    tax_rates: item.tax_rates ?? [],
  };
}

/** The credit for an item from a time to the end of its period; absent if nothing was billed for that time. */
export function creditLines(store: Store, item: Stripe.SubscriptionItem, from: number): Line[] {
  const debit = store.table('debit').find(item.id);
  if (!debit || debit.amount === 0 || debit.end <= from) return [];
  const price = priceOf(item);
  const quantity = item.quantity ?? 1;
  return [
    {
      amount: -prorated(debit.amount, debit, from),
      description: describe('Unused time on', store, price, quantity, from),
      price,
      quantity,
      period: { start: from, end: debit.end },
      subscription_item: item.id,
      proration: true,
      tax_rates: item.tax_rates ?? [],
    },
  ];
}

const isSame = (one: Stripe.SubscriptionItem, other: Stripe.SubscriptionItem): boolean =>
  one.id === other.id && priceOf(one).id === priceOf(other).id && one.quantity === other.quantity;

/** Credits for removed items and charges for added items, for the rest of the period. @param next the changed subscription */
export function prorationLines(
  store: Store,
  before: readonly Stripe.SubscriptionItem[],
  next: Stripe.Subscription,
  from: number,
): Line[] {
  const after = next.items.data;
  const full = netLines(store, next, fullLines(store, after));
  const fullOf = (id: string): number => full.find((line) => line.subscription_item === id)?.amount ?? 0;
  const removed = before.filter((item) => !after.some((other) => isSame(item, other)));
  const added = after.filter((item) => !isMetered(priceOf(item)) && !before.some((other) => isSame(item, other)));
  return [
    ...removed.flatMap((item) => creditLines(store, item, from)),
    ...added.map((item) => chargeLine(store, item, fullOf(item.id), from)),
  ];
}

/** The billed amounts of lines after discounts, which a later change credits. */
export function debitsOf(
  store: Store,
  subscription: Stripe.Subscription,
  lines: readonly Line[],
): { debits: Debit[]; creditedItems: string[] } {
  const itemLines = netLines(store, subscription, lines).flatMap(({ subscription_item: id, ...line }) =>
    id === null ? [] : [{ ...line, id }],
  );
  const debits = itemLines.flatMap(({ amount, period, id }): Debit[] =>
    amount > 0 ? [{ id, amount, ...period }] : [],
  );
  return { debits, creditedItems: itemLines.filter(({ amount }) => amount < 0).map(({ id }) => id) };
}

export function recordDebits(store: Store, { debits, creditedItems }: ReturnType<typeof debitsOf>): void {
  for (const id of creditedItems) store.table('debit').remove(id);
  for (const debit of debits) store.table('debit').put(debit);
}

/** Stores a line for the subscription's next invoice. */
export function storePendingLine(store: Store, subscription: Stripe.Subscription, line: Line): void {
  store.table('pending_item').put({
    id: store.newId('ii'),
    customer: idOf(subscription.customer) ?? '',
    subscription: subscription.id,
    subscription_item: line.subscription_item,
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    price: line.price?.id ?? null,
    quantity: line.quantity,
    period: line.period,
    metadata: line.metadata ?? {},
    discounts: line.discounts ?? [],
    tax_rates: line.tax_rates ?? [],
    discountable: line.discountable ?? true,
  });
}

/** Converts a pending item to a line of the next invoice. */
export function toInvoiceLine(store: Store, item: PendingItem): Line {
  return {
    amount: item.amount,
    description: item.description,
    price: item.price === null ? null : store.table('price').get(item.price),
    quantity: item.quantity,
    period: item.period,
    subscription_item: item.subscription_item,
    invoice_item: { id: item.id, subscription: item.subscription },
    proration: item.subscription_item !== null,
    metadata: item.metadata,
    discounts: item.discounts,
    tax_rates: item.tax_rates,
    discountable: item.discountable,
  };
}

/** Removes and returns the pending items of a subscription, oldest first. */
export function consumePendingItems(store: Store, subscription: string): PendingItem[] {
  const pending = store
    .table('pending_item')
    .all()
    .filter((item) => item.subscription === subscription);
  for (const { id } of pending) store.table('pending_item').remove(id);
  return pending.reverse();
}

/**
 * Removes and returns the pending items of a customer that belong to no subscription. The customer's next invoice
 * includes those in its currency, regardless of its subscription: https://docs.stripe.com/billing/invoices/subscription
 */
export function consumeCustomerLines(store: Store, { customer, currency }: Stripe.Subscription): Line[] {
  const pending = store
    .table('pending_item')
    .all()
    .filter((item) => item.subscription === null && item.customer === idOf(customer) && item.currency === currency);
  for (const { id } of pending) store.table('pending_item').remove(id);
  return pending.reverse().map((item) => toInvoiceLine(store, item));
}

export function consumePendingLines(store: Store, subscription: string): Line[] {
  return consumePendingItems(store, subscription).map((item) => toInvoiceLine(store, item));
}

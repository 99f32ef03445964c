/** Items of subscriptions with their prices, periods and invoice lines. */
import type Stripe from 'stripe';
import { planOf } from './catalogue.js';
import type { DiscountSpec } from './discounts.js';
import { invalidRequest, missing } from './errors.js';
import { formatMoney } from './html.js';
import type { Line } from './invoices.js';
import { type Recurring, periodEnd } from './periods.js';
import { amountOf, isMetered } from './pricing.js';
import { type Store, type StoredPrice, idOf } from './store.js';

export interface ItemSpec {
  price: string;
  /** Absent for metered prices. For other prices, it is 1 if absent. */
  quantity?: number | undefined;
  metadata: Record<string, string>;
  /** Existing discounts, or coupons that are redeemed when the item is created. */
  discounts?: DiscountSpec[];
  tax_rates?: Stripe.TaxRate[];
}

export interface Period {
  start: number;
  end: number;
}

/** The price of an item. Its product is never expanded. */
export const priceOf = ({ price }: Stripe.SubscriptionItem): StoredPrice => ({
  ...price,
  product: idOf(price.product) ?? '',
});

export function recurringOf(price: StoredPrice): Recurring {
  if (!price.recurring) {
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: 'items' },
    );
  }
  const { interval, interval_count } = price.recurring;
  return { interval: interval as Recurring['interval'], interval_count };
}

export function hasSameInterval(one: StoredPrice, other: StoredPrice): boolean {
  const [first, second] = [recurringOf(one), recurringOf(other)];
  return first.interval === second.interval && first.interval_count === second.interval_count;
}

/** https://docs.stripe.com/billing/subscriptions/multiple-products */
const MAX_ITEMS = 20;

export function assertItems(count: number, param = 'items'): void {
  if (count <= MAX_ITEMS) return;
  throw invalidRequest(`A subscription can have up to ${MAX_ITEMS} items.`, { param });
}

/** @throws StripeError for a quantity of a metered price, which is billed by its usage */
export function assertQuantity(price: StoredPrice, quantity: number | undefined, param: string): void {
  if (quantity === undefined || !isMetered(price)) return;
  throw invalidRequest(
    `You cannot set the quantity for metered plans. Remove \`quantity\` from the item with the price ${price.id}.`,
    { param },
  );
}

export function makeItem(store: Store, subscription: string, spec: ItemSpec, period: Period): Stripe.SubscriptionItem {
  const price = store.table('price').get(spec.price, 'items[0][price]');
  assertQuantity(price, spec.quantity, 'items[0][quantity]');
  return {
    id: store.newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: store.now(),
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: spec.metadata,
    plan: planOf(price),
    price,
    ...(!isMetered(price) && { quantity: spec.quantity ?? 1 }),
    subscription,
    tax_rates: spec.tax_rates ?? [],
  };
}

/**
 * @param billed prices that the subscription already has, which may be inactive
 * @throws StripeError unless all prices have one interval and one currency
 */
export function checkPrices(store: Store, prices: readonly string[], billed: readonly string[] = []): StoredPrice {
  const found = prices.map((id, index) => store.table('price').get(id, `items[${index}][price]`));
  const [first] = found;
  if (!first) throw missing('items');
  for (const price of found) {
    if (!price.active && !billed.includes(price.id)) {
      throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
        param: 'items',
      });
    }
    if (!hasSameInterval(first, price)) {
      throw invalidRequest(
        'Currently, all items in a subscription must have the same recurring interval in this sandbox.',
        { param: 'items' },
      );
    }
    if (price.currency !== first.currency) {
      throw invalidRequest('All prices on a subscription must have the same currency.', { param: 'items' });
    }
  }
  return first;
}

/** The interval of a price as text: `month` or `every 3 months`. */
function periodText({ interval, interval_count: count }: Recurring): string {
  return count === 1 ? interval : `every ${count} ${interval}s`;
}

function unitText({ billing_scheme, currency, unit_amount: cents, unit_amount_decimal: decimal }: StoredPrice): string {
  if (billing_scheme === 'tiered') return 'Tier 1';
  return `at ${formatMoney(cents ?? Number(String(decimal)), currency)}`;
}

export function productName(store: Store, price: StoredPrice): string {
  return store.table('product').find(price.product)?.name ?? price.product;
}

function lineOf(store: Store, item: Stripe.SubscriptionItem, quantity: number): Line {
  const price = priceOf(item);
  return {
    amount: amountOf(price, quantity),
    description: `${quantity} × ${productName(store, price)} (${unitText(price)} / ${periodText(recurringOf(price))})`,
    price,
    quantity,
    period: { start: item.current_period_start, end: item.current_period_end },
    subscription_item: item.id,
    proration: false,
    discounts: item.discounts.map((one) => idOf(one) ?? ''),
    tax_rates: item.tax_rates ?? [],
  };
}

/** Invoice lines for full periods of items. Metered items are billed afterwards. */
export function fullLines(store: Store, items: readonly Stripe.SubscriptionItem[], trial = false): Line[] {
  const licensed = items.filter((item) => !isMetered(priceOf(item)));
  return licensed.map((item) => {
    const line = lineOf(store, item, item.quantity ?? 1);
    return trial ? { ...line, amount: 0, description: `Trial period for ${productName(store, priceOf(item))}` } : line;
  });
}

/** Invoice lines for the usage of metered items in a period that has ended. */
export function usageLines(store: Store, items: readonly Stripe.SubscriptionItem[]): Line[] {
  const metered = items.filter((item) => isMetered(priceOf(item)));
  return metered.map((item) => lineOf(store, item, store.table('usage').find(item.id)?.quantity ?? 0));
}

export function periodOf(subscription: Stripe.Subscription): Period {
  const [first] = subscription.items.data;
  return { start: first?.current_period_start ?? 0, end: first?.current_period_end ?? 0 };
}

/** Items whose period starts at a given time. */
export function itemsFrom(
  items: readonly Stripe.SubscriptionItem[],
  start: number,
  anchor: number,
): Stripe.SubscriptionItem[] {
  return items.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: periodEnd(start, recurringOf(priceOf(item)), anchor),
  }));
}

export function withItems(subscription: Stripe.Subscription, data: Stripe.SubscriptionItem[]): Stripe.Subscription {
  return { ...subscription, items: { ...subscription.items, data } };
}

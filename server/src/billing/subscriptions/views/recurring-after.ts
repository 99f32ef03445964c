/** A subscription's cost per period after a change. */
import type Stripe from 'stripe';
import type { CostPreview } from 'shared-api/contracts';
import { customerIn } from '../../payments/charged-method.js';
import type { Phase } from '../commands/schedule-phases.js';
import type { MirroredSubscription } from '../mirror/read-mirror.js';
import { type ItemSnapshot, quantityOf } from '../mirror/snapshots.js';
import { discountsAt, discountSourcesOf, itemDiscountsAt, withCoupons } from './discounts-at.js';
import { type FullPeriod, intervalOf, periodIn, previewFullPeriod } from './provider-previews.js';
import { readItemCoupons, settingsAt, upcomingPhaseAt } from './scheduled-phase.js';

const DAY_S = 86_400;

export type PricedItem = FullPeriod['items'][number];

export async function recurringIn(stripe: Stripe, period: FullPeriod): Promise<CostPreview['recurring']> {
  if (period.items.length === 0) return null;
  const invoice = await previewFullPeriod(stripe, period);
  const { start, end } = periodIn(invoice);
  const isYear = end - start > 62 * DAY_S;
  const byUsage = period.items.some(({ quantity }) => quantity === undefined);
  return {
    amount: invoice.total,
    interval: intervalOf(isYear ? 'year' : 'month'),
    ...(byUsage && { by_usage: true }),
  };
}

export const pricedItems = (items: readonly ItemSnapshot[]): PricedItem[] =>
  items.map((item) => ({ price: item.price_id, quantity: quantityOf(item) }));

/**
 * The cost of a full period after a change, starting with the next renewal, as shown in upcoming charges. Null when
 * nothing is charged anymore.
 *
 * @param phases of the schedule after the change. A phase that starts by the next renewal determines the items
 * @param renewal the next one after the change, whose coupons and phase apply
 * @param switched the new price of each item with a changed price. The item keeps its discounts and taxes
 * @param isOnceLeft true for the period that starts with the renewal itself, whose invoice includes the customer's
 * discount for one invoice
 */
export async function recurringOf(
  stripe: Stripe,
  { view, items: current, schedule }: MirroredSubscription,
  items: readonly PricedItem[],
  {
    phases = [],
    renewal = view.period.end,
    switched = new Map(),
    isOnceLeft = false,
  }: { phases?: readonly Phase[]; renewal?: number; switched?: ReadonlyMap<string, string>; isOnceLeft?: boolean } = {},
): Promise<CostPreview['recurring']> {
  const phase = schedule ? phases.findLast(({ start_date: start }) => start <= renewal) : undefined;
  const [subscription, scheduled] = await Promise.all([
    stripe.subscriptions.retrieve(view.id, {
      expand: ['discounts.source.coupon', 'customer.discount.source.coupon', 'items.data.discounts'],
    }),
    schedule && stripe.subscriptionSchedules.retrieve(schedule.id, { expand: ['phases.discounts.coupon'] }),
  ]);
  const sources = discountSourcesOf(subscription, customerIn(subscription), scheduled ?? undefined);
  // Just after the renewal, whose invoice may have a coupon for one invoice.
  const date = renewal + 1;
  const settled = upcomingPhaseAt(scheduled ?? undefined, date);
  const [discounted, coupons] = await Promise.all([
    withCoupons(stripe, subscription.items.data),
    readItemCoupons(stripe, scheduled ?? undefined),
  ]);
  const itemDiscounts = discounted.flatMap(({ discounts }) => discounts);
  const ofItem = (id: string) => itemDiscountsAt(discounted.find((item) => item.id === id)?.discounts ?? [], date);
  const recurring = await recurringIn(stripe, {
    customerId: view.customer_id,
    subscription: {
      id: view.id,
      items: current.map(({ id, price_id: price }) => ({
        id,
        price: switched.get(id) ?? price,
        discounts: ofItem(id),
      })),
    },
    items: phase?.items ?? items,
    discounts: discountsAt(sources, date, { isOnceLeft }),
    ...(settled &&
      settingsAt({ phase: settled, date, firstCharge: settled.start_date, coupons, known: itemDiscounts })),
  });
  const every = current[0]?.every;
  return recurring && every ? { ...recurring, every } : recurring;
}

/** A customer's live subscriptions with the cards that they are charged to, from the mirror. */
import type Stripe from 'stripe';
import { nameOfPrice } from '../catalogue/catalogue.js';
import { type CataloguePrices, readCataloguePrices } from '../catalogue/catalogue-prices.js';
import { readPriceNames } from '../catalogue/price-names.js';
import type { SubscriptionSnapshot } from '../subscriptions/mirror/snapshots.js';
import { listItems } from '../subscriptions/mirror/subscriptions-repository.js';
import { isLive } from '../stripe/statuses.js';
import { leadingItem } from '../subscriptions/views/subscription-view.js';
import type { Db } from '../../platform/database/tables.js';

export interface CustomerSubscription {
  id: string;
  name: string;
  card: SubscriptionSnapshot['payment_method'];
}

/** For an unnamed subscription, in the middle of a sentence. */
export const UNNAMED = 'another subscription';

/** The names of subscriptions, by id. @throws SDK errors */
export async function readSubscriptionNames(
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
  prices: Pick<CataloguePrices, 'keyOf'>,
): Promise<ReadonlyMap<string, string>> {
  const pricesOf = ({ items }: Stripe.Subscription): Stripe.Price[] => items.data.map(({ price }) => price);
  const names = await readPriceNames(stripe, subscriptions.flatMap(pricesOf), prices);
  return new Map(
    subscriptions.map((one) => [one.id, names.nameOfAll(pricesOf(one)) ?? one.description ?? UNNAMED] as const),
  );
}

export async function listLiveSubscriptions(db: Db, customerId: string): Promise<CustomerSubscription[]> {
  const rows = await db
    .selectFrom('billing_subscriptions')
    .select(['id', 'shown'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
  const live = rows.filter(({ shown }) => isLive(shown.status));
  if (live.length === 0) return [];
  const [items, prices] = await Promise.all([
    listItems(
      db,
      live.map(({ id }) => id),
    ),
    readCataloguePrices(db),
  ]);
  return live.map(({ id, shown }) => {
    const item = leadingItem(items.get(id) ?? [], prices);
    const name = item && (nameOfPrice(prices.keyOf.get(item.price_id)) ?? item.name);
    return { id, name: name ?? UNNAMED, card: shown.payment_method };
  });
}

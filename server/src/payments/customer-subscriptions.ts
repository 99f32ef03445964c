/** The live subscriptions of a customer with the cards that they are charged to, read from the mirror. */
import type Stripe from 'stripe';
import { nameOfPrice } from '../catalogue/catalogue.js';
import { type CataloguePrices, readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { SubscriptionSnapshot } from '../billing/mirror/snapshots.js';
import { listItems } from '../billing/mirror/subscriptions-repository.js';
import { isLive } from '../billing/statuses.js';
import { leadingItem } from '../billing/views/subscription-view.js';
import type { Db } from '../database/tables.js';

export interface CustomerSubscription {
  id: string;
  name: string;
  card: SubscriptionSnapshot['payment_method'];
}

/** For what has no name, in the middle of a sentence. */
export const UNNAMED = 'another subscription';

/** The subscription's name in the catalogue, never its id. */
export function nameOfSubscription(
  { items, description }: Stripe.Subscription,
  { keyOf }: Pick<CataloguePrices, 'keyOf'>,
): string {
  const names = items.data.flatMap(({ price }) => nameOfPrice(keyOf.get(price.id)) ?? price.nickname ?? []);
  return names[0] ?? description ?? UNNAMED;
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

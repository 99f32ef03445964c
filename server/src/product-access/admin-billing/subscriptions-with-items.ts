/** Finds the provider's subscriptions that contain given items. */
import type Stripe from 'stripe';
import { isMissing, fetchItems } from '../../billing/subscriptions/mirror/fetch-snapshots.js';

const MAX_SUBSCRIPTIONS = 1_000;

export interface SubscriptionWithItems {
  subscription: Stripe.Subscription;
  /** All items of the subscription. */
  items: Stripe.SubscriptionItem[];
}

/** Subscriptions of the customers that contain any of these items. @throws SDK errors */
export async function findSubscriptionsWith(
  stripe: Stripe,
  customerIds: readonly string[],
  items: ReadonlySet<string>,
): Promise<SubscriptionWithItems[]> {
  const subscriptions: SubscriptionWithItems[] = [];
  for (const customerId of customerIds) {
    const listed = await stripe.subscriptions
      .list({ customer: customerId, status: 'all', limit: 100 })
      .autoPagingToArray({ limit: MAX_SUBSCRIPTIONS })
      .catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
    for (const subscription of listed) {
      const own = await fetchItems(stripe, subscription);
      if (own.some(({ id }) => items.has(id))) subscriptions.push({ subscription, items: own });
    }
  }
  return subscriptions;
}

/** The schedule of a phase's item. Undefined for an item of a subscription. */
export function scheduleOfItem(itemId: string): string | undefined {
  return itemId.startsWith('sub_sched_') ? itemId.split(':')[0] : undefined;
}

import type Stripe from 'stripe';
import type { CallContext } from './calls.js';

export type SubscriptionEvent = 'created' | 'updated' | 'deleted' | 'paused' | 'resumed';

/** Stores a subscription and emits events for its changes. */
export function saveSubscription(
  { store, events }: Pick<CallContext, 'store' | 'events'>,
  subscription: Stripe.Subscription,
  event: SubscriptionEvent = 'updated',
): Stripe.Subscription {
  store.table('subscription').put(subscription);
  events.emit(`customer.subscription.${event}`, subscription);
  return subscription;
}

/** The endpoints of subscription items: https://docs.stripe.com/api/subscription_items */
import type Stripe from 'stripe';
import { type CallContext, type StripeCall, page } from './calls.js';
import { noSuch } from './errors.js';
import type { Reader } from './params.js';
import { saveSubscription } from './save-subscription.js';
import { type ItemChange, changeSubscription } from './subscription-changes.js';
import { changeIn, checkComplete, checkOpen, checkPendingItemParams, itemChange } from './subscription-calls.js';
import type { Store } from './store.js';

interface FoundItem {
  subscription: Stripe.Subscription;
  item: Stripe.SubscriptionItem;
}

function findItem(store: Store, id: string): FoundItem {
  for (const subscription of store.table('subscription').values()) {
    const item = subscription.items.data.find((one) => one.id === id);
    if (item && subscription.status !== 'canceled') return { subscription, item };
  }
  throw noSuch('subscription_item', id);
}

/** Changes one item, in the same way as an update of its subscription. */
function changeOne(
  params: Reader,
  context: CallContext,
  subscription: Stripe.Subscription,
  item: ItemChange,
): Stripe.Subscription {
  checkOpen(subscription);
  const change = { ...changeIn([], params, context.store), items: [item] };
  if (change.behavior === 'pending_if_incomplete') checkPendingItemParams(params);
  const isSetting = item.metadata !== undefined && item.price === undefined && item.quantity === undefined;
  if (!isSetting) checkComplete(subscription);
  return saveSubscription(context, changeSubscription(context, subscription, change));
}

export const subscriptionItemCalls: StripeCall[] = [
  {
    method: 'GET',
    path: '/v1/subscription_items',
    handler: ({ params }, { store }) => {
      const subscription = store.table('subscription').get(params.needed('subscription'), 'subscription');
      return page(subscription.items.data, '/v1/subscription_items', params);
    },
  },
  {
    method: 'POST',
    path: '/v1/subscription_items',
    handler: ({ params }, context) => {
      const subscription = context.store.table('subscription').get(params.needed('subscription'), 'subscription');
      params.needed('price');
      const changed = changeOne(params, context, subscription, itemChange(params, context.store));
      const items = changed.pending_update?.subscription_items ?? changed.items.data;
      return items.at(-1) ?? {};
    },
  },
  {
    method: 'GET',
    path: '/v1/subscription_items/:id',
    handler: ({ path }, { store }) => findItem(store, path['id'] ?? '').item,
  },
  {
    method: 'POST',
    path: '/v1/subscription_items/:id',
    handler: ({ path, params }, context) => {
      const { subscription, item } = findItem(context.store, path['id'] ?? '');
      const metadata = params.has('metadata') ? { metadata: params.metadata(item.metadata) } : {};
      changeOne(params, context, subscription, { ...itemChange(params, context.store), id: item.id, ...metadata });
      return findItem(context.store, item.id).item;
    },
  },
  {
    method: 'DELETE',
    path: '/v1/subscription_items/:id',
    handler: ({ path, params }, context) => {
      const { subscription, item } = findItem(context.store, path['id'] ?? '');
      changeOne(params, context, subscription, { id: item.id, deleted: true });
      return { id: item.id, object: 'subscription_item', deleted: true };
    },
  },
];

/**
 * Changes that wait for the payment of their invoice: https://docs.stripe.com/billing/subscriptions/pending-updates.
 * Until it is paid, only `pending_update` and `latest_invoice` of the subscription change.
 */
import type Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { endInvoice } from './invoices.js';
import { periodOf } from './items.js';
import { recordDebits } from './prorations.js';
import { saveSubscription } from './save-subscription.js';
import { syncCurrentPhase } from './schedule-phases.js';
import type { PendingChange, Store } from './store.js';

const EXPIRES_AFTER_S = 23 * 3600;

export function pendingChangeOf(store: Store, subscription: Stripe.Subscription): PendingChange | undefined {
  return subscription.pending_update === null ? undefined : store.table('pending_change').find(subscription.id);
}

/** Stores the change until its invoice is paid. */
export function holdChange(
  { store }: CallContext,
  subscription: Stripe.Subscription,
  change: PendingChange,
): Stripe.Subscription {
  const { next } = change;
  const now = store.now();
  const trialEnd = subscription.trial_end !== null && subscription.trial_end > now ? subscription.trial_end : Infinity;
  store.table('pending_change').put(change);
  const resets = next.billing_cycle_anchor !== subscription.billing_cycle_anchor;
  return {
    ...subscription,
    pending_update: {
      billing_cycle_anchor: resets ? next.billing_cycle_anchor : null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: Math.min(now + EXPIRES_AFTER_S, periodOf(subscription).end, trialEnd),
      metadata: null,
      subscription_items: next.items.data,
      trial_end: next.trial_end === subscription.trial_end ? null : next.trial_end,
      trial_from_plan: null,
    },
  };
}

/** Applies the change in one step after its invoice was paid. */
export function applyPendingUpdate(context: CallContext, subscription: Stripe.Subscription): Stripe.Subscription {
  const { store, events } = context;
  const change = store.table('pending_change').find(subscription.id);
  if (!change) return subscription;
  const { next } = change;
  store.table('pending_change').remove(subscription.id);
  recordDebits(store, change);
  // Keeps settings of items that were changed while the change was pending.
  const data = next.items.data.map((item) => {
    const current = subscription.items.data.find(({ id }) => id === item.id);
    return current ? { ...item, metadata: current.metadata } : item;
  });
  const applied: Stripe.Subscription = {
    ...subscription,
    items: { ...subscription.items, data },
    billing_cycle_anchor: next.billing_cycle_anchor,
    trial_start: next.trial_start,
    trial_end: next.trial_end,
    status: subscription.status === 'trialing' ? next.status : subscription.status,
    pending_update: null,
  };
  saveSubscription(context, applied);
  syncCurrentPhase(context, applied);
  events.emit('customer.subscription.pending_update_applied', applied);
  return applied;
}

/** Drops the change and voids its invoice. The caller saves the subscription. */
export function discardPendingUpdate(context: CallContext, subscription: Stripe.Subscription): Stripe.Subscription {
  const { store } = context;
  const change = store.table('pending_change').find(subscription.id);
  if (!change) return subscription;
  store.table('pending_change').remove(subscription.id);
  const invoice = store.table('invoice').find(change.invoice);
  if (invoice?.status === 'open' || invoice?.status === 'uncollectible') endInvoice(context, invoice, 'void');
  for (const item of change.prorations) store.table('pending_item').put(item);
  const discarded = { ...subscription, pending_update: null };
  store.table('subscription').put(discarded);
  return discarded;
}

/** Drops the change when the time to pay for it has passed. */
export function expirePendingUpdate(context: CallContext, subscription: Stripe.Subscription): void {
  const expired = saveSubscription(context, discardPendingUpdate(context, subscription));
  context.events.emit('customer.subscription.pending_update_expired', expired);
}

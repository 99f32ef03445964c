/** Keeps the current phase of a schedule equal to its subscription. */
import type Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { discountSpecOf } from './discounts.js';
import { priceOf } from './items.js';
import { settingsOfPhase } from './phase-settings.js';
import { idOf } from './store.js';

export type Schedule = Stripe.SubscriptionSchedule;
export type Phase = Schedule['phases'][number];

/** Items of a subscription in the form of a phase. */
export function phaseItems(subscription: Stripe.Subscription, former: Phase['items'] = []): Phase['items'] {
  return subscription.items.data.map((item) => ({
    billing_thresholds: former.find(({ price }) => idOf(price) === priceOf(item).id)?.billing_thresholds ?? null,
    discounts: item.discounts.map(discountSpecOf),
    tax_rates: item.tax_rates ?? [],
    metadata: item.metadata,
    plan: priceOf(item).id,
    price: priceOf(item).id,
    ...(item.quantity !== undefined && { quantity: item.quantity }),
  }));
}

/** Copies the items of a subscription to the current phase of its schedule. */
export function syncCurrentPhase({ store, events }: CallContext, subscription: Stripe.Subscription): void {
  const schedule = store.table('subscription_schedule').find(idOf(subscription.schedule));
  const current = schedule?.current_phase;
  if (!schedule || !current) return;
  const trialEnd = subscription.status === 'trialing' ? subscription.trial_end : null;
  const phases = schedule.phases.map((phase) =>
    phase.start_date === current.start_date
      ? {
          ...phase,
          ...settingsOfPhase(subscription),
          items: phaseItems(subscription, phase.items),
          trial_end: trialEnd ?? phase.trial_end,
        }
      : phase,
  );
  const followed = store.table('subscription_schedule').put({ ...schedule, phases });
  events.emit('subscription_schedule.updated', followed);
}

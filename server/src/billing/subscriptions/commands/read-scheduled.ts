/** Reads from the provider before a change of a subscription. Call them with the subscription's lease. */
import type Stripe from 'stripe';
import { AppError } from '../../../platform/errors/app-error.js';
import { readFromStripe } from '../../stripe/stripe-errors.js';
import type { BillingContext } from '../billing-context.js';
import { fetchItems } from '../mirror/fetch-snapshots.js';
import { providerActor } from '../mirror/provider-changes.js';
import { findSubscription } from '../mirror/read-mirror.js';
import { refreshSubscription } from '../mirror/refresh.js';
import { scheduleSnapshot, subscriptionSnapshot } from '../mirror/snapshots.js';
import type { Scheduled } from './schedule-phases.js';

/**
 * Mirrors a subscription before a change, because somebody may have changed it at the provider.
 *
 * @throws AppError the errors of `findSubscription`; `provider_unavailable`
 */
export async function refreshBeforePlanning(context: BillingContext, subscriptionId: string, now: Date): Promise<void> {
  await findSubscription(context.db, context.practiceId, subscriptionId);
  await readFromStripe(() => refreshSubscription(context, subscriptionId, { actor: providerActor, now }));
}

/**
 * The basis for new phases of a schedule. All phases are written at once, so they are computed from the same fresh read
 * that `phaseParams` uses: anything missing in it would be lost.
 *
 * @param schedule with `WITH_SUBSCRIPTION` expanded
 * @throws AppError `not_active` when the schedule has been released; SDK errors
 */
export async function scheduledOf(stripe: Stripe, schedule: Stripe.SubscriptionSchedule): Promise<Scheduled> {
  const { subscription } = schedule;
  if (subscription === null || typeof subscription === 'string') {
    throw new AppError(409, 'not_active', 'The scheduled changes were just released. Reload the page.');
  }
  const open = { payment_url: null, is_collecting: false };
  const { items, ...view } = subscriptionSnapshot(
    subscription,
    await fetchItems(stripe, subscription),
    scheduleSnapshot(schedule),
    open,
  );
  return { view, items, schedule: view.schedule };
}

/** What follows at the provider once a purchase is paid. */
import type { Doing } from '../../audit/actor.js';
import type { BillingMirror } from '../mirror/refresh.js';
import { refreshSubscription } from '../mirror/refresh.js';
import { type PaidRequest, listPurchasesMissingInPhases, markInPhases } from '../mirror/requests-repository.js';
import { PRACTICE_KEY, type SubscriptionSnapshot, upcomingPhases } from '../mirror/snapshots.js';
import { phasesWith } from './schedule-phases.js';

/** New items say at the provider for which practice they were bought; a pending change can't carry that itself. */
async function labelItems(
  { stripe }: BillingMirror,
  subscription: SubscriptionSnapshot,
  paid: PaidRequest,
): Promise<void> {
  const bought = subscription.items.filter(
    ({ price_id: price, practice, quantity }) =>
      practice === null && quantity === 1 && paid.purchase.prices.includes(price),
  );
  for (const { id } of bought) {
    await stripe.subscriptionItems.update(
      id,
      { metadata: { [PRACTICE_KEY]: String(paid.practiceId) } },
      { idempotencyKey: `${paid.id}:label:${id}` },
    );
  }
}

/** Adds what was bought to the phases that are scheduled, so that it does not end with the next one. */
async function addToPhases(
  { stripe }: BillingMirror,
  subscription: SubscriptionSnapshot,
  paid: PaidRequest,
): Promise<boolean> {
  const { schedule, items } = subscription;
  if (!schedule || upcomingPhases(schedule).length === 0) return false;
  const added = items
    .filter(({ price_id: price }) => paid.purchase.prices.includes(price))
    .map(({ price_id: price, quantity }) => ({ price, quantity }));
  await stripe.subscriptionSchedules.update(
    schedule.id,
    { phases: phasesWith({ view: subscription, items, schedule }, added), proration_behavior: 'none' },
    { idempotencyKey: `${paid.id}:phases` },
  );
  return true;
}

/**
 * Mirrors a subscription, settles what was bought, and carries it on into what is scheduled.
 *
 * @throws errors of the SDK; what was missed is done by the next call
 */
export async function completePurchases(mirror: BillingMirror, id: string, context: Doing): Promise<void> {
  const subscription = await refreshSubscription(mirror, id, context);
  if (!subscription) return;
  let isChanged = false;
  for (const paid of await listPurchasesMissingInPhases(mirror.db, id)) {
    await labelItems(mirror, subscription, paid);
    isChanged = (await addToPhases(mirror, subscription, paid)) || isChanged;
    await markInPhases(mirror.db, paid);
  }
  if (isChanged) await refreshSubscription(mirror, id, context);
}

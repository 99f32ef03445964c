/** Completes a paid purchase at the provider. */
import type { AuditContext } from '../../audit/actor.js';
import { fetchSubscription } from '../mirror/fetch-snapshots.js';
import type { BillingMirror } from '../mirror/refresh.js';
import { refreshSubscription } from '../mirror/refresh.js';
import { type PaidRequest, listPurchasesMissingInPhases, markInPhases } from '../mirror/requests-repository.js';
import { PRACTICE_KEY, type SubscriptionSnapshot, upcomingPhases } from '../mirror/snapshots.js';
import { WITH_SUBSCRIPTION, phaseParams, phasesWith } from './schedule-phases.js';

/** Labels new items with the practice that bought them. A pending change can't contain metadata. */
async function labelItems(
  { stripe }: BillingMirror,
  subscription: SubscriptionSnapshot,
  paid: PaidRequest,
): Promise<void> {
  const bought = subscription.items.filter(
    ({ price_id: priceId, practice: practiceId, quantity }) =>
      practiceId === null && quantity === 1 && paid.purchase.prices.includes(priceId),
  );
  for (const { id } of bought) {
    await stripe.subscriptionItems.update(id, { metadata: { [PRACTICE_KEY]: String(paid.practiceId) } });
  }
}

/**
 * Adds the purchase to scheduled phases, so that it doesn't end with the next phase. The current phase is written as well, so the
 * subscription is read just before: another purchase may have been made since.
 */
async function addToPhases({ stripe }: BillingMirror, id: string, paid: PaidRequest): Promise<boolean> {
  const subscription = await fetchSubscription(stripe, id);
  const schedule = subscription?.schedule;
  if (!subscription || !schedule || upcomingPhases(schedule).length === 0) return false;
  const { items } = subscription;
  const added = items
    .filter(({ price_id: priceId }) => paid.purchase.prices.includes(priceId))
    .map(({ price_id: priceId, quantity }) => ({ price: priceId, quantity }));
  const planned = phasesWith({ view: subscription, items, schedule }, added);
  const current = await stripe.subscriptionSchedules.retrieve(schedule.id, WITH_SUBSCRIPTION);
  await stripe.subscriptionSchedules.update(schedule.id, {
    phases: phaseParams(planned, current),
    proration_behavior: 'none',
  });
  return true;
}

/**
 * Mirrors a subscription, settles its purchases, and adds them to scheduled phases.
 *
 * @throws errors of the SDK; the next call completes the missing steps
 */
export async function completePurchases(mirror: BillingMirror, id: string, context: AuditContext): Promise<void> {
  const subscription = await refreshSubscription(mirror, id, context);
  if (!subscription) return;
  let isChanged = false;
  for (const paid of await listPurchasesMissingInPhases(mirror.db, id)) {
    await labelItems(mirror, subscription, paid);
    const hasPhases = subscription.schedule !== null && upcomingPhases(subscription.schedule).length > 0;
    isChanged = (hasPhases && (await addToPhases(mirror, id, paid))) || isChanged;
    await markInPhases(mirror.db, paid);
  }
  if (isChanged) await refreshSubscription(mirror, id, context);
}

/** Completes a paid purchase at the provider. */
import type { AuditContext } from '../../../platform/audit/actor.js';
import type { BillingMirror } from '../mirror/refresh.js';
import { refreshSubscription } from '../mirror/refresh.js';
import { type PaidRequest, listPurchasesMissingInPhases, markInPhases } from '../mirror/requests-repository.js';
import { PRACTICE_KEY, type SubscriptionSnapshot, scheduleSnapshot, upcomingPhases } from '../mirror/snapshots.js';
import { scheduledOf } from './read-scheduled.js';
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
 * Adds the purchase to scheduled phases, so that it doesn't end with the next phase. The current phase is also written,
 * so everything is read right before: another purchase may have been made since.
 */
async function addToPhases({ stripe }: BillingMirror, scheduleId: string, paid: PaidRequest): Promise<boolean> {
  const current = await stripe.subscriptionSchedules.retrieve(scheduleId, WITH_SUBSCRIPTION);
  if (upcomingPhases(scheduleSnapshot(current)).length === 0) return false;
  const scheduled = await scheduledOf(stripe, current);
  const added = scheduled.items
    .filter(({ price_id: priceId }) => paid.purchase.prices.includes(priceId))
    .map(({ price_id: priceId, quantity }) => ({ price: priceId, quantity }));
  await stripe.subscriptionSchedules.update(scheduleId, {
    phases: phaseParams(phasesWith(scheduled, added), current),
    proration_behavior: 'none',
  });
  return true;
}

/**
 * Mirrors a subscription, settles its purchases, and adds them to scheduled phases.
 *
 * @throws SDK errors; the next call completes the missing steps
 */
export async function completePurchases(mirror: BillingMirror, id: string, context: AuditContext): Promise<void> {
  const subscription = await refreshSubscription(mirror, id, context);
  if (!subscription) return;
  let isChanged = false;
  for (const paid of await listPurchasesMissingInPhases(mirror.db, id)) {
    await labelItems(mirror, subscription, paid);
    const { schedule } = subscription;
    const hasPhases = schedule !== null && upcomingPhases(schedule).length > 0;
    isChanged = (hasPhases && (await addToPhases(mirror, schedule.id, paid))) || isChanged;
    await markInPhases(mirror.db, paid);
  }
  if (isChanged) await refreshSubscription(mirror, id, context);
}

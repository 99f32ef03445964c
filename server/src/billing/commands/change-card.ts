/** Changes the card that a practice's subscription is charged to. */
import type { AuditContext } from '../../audit/actor.js';
import { setSubscriptionCard } from '../../payments/charge-to-card.js';
import type { BillingContext } from '../billing-context.js';
import { findSubscription } from '../mirror/read-mirror.js';

/** @throws AppError `scheduled`, `provided`, `not_found`; the errors of `setSubscriptionCard` */
export async function changeCard(
  { db, stripe, practiceId }: BillingContext,
  change: { subscriptionId: string; cardId: string },
  audit: AuditContext,
): Promise<void> {
  const { view } = await findSubscription(db, practiceId, change.subscriptionId);
  const customer = { id: view.customer_id, practices: [practiceId] };
  await setSubscriptionCard(db, { stripe }, customer, change, audit);
}

/** Changes the card that a practice's subscription is charged to. */
import { setSubscriptionCard } from '../../payments/subscription-card.js';
import type { BillingCaller, BillingContext } from '../billing-context.js';
import { findSubscription } from '../mirror/read-mirror.js';

/** @throws AppError `scheduled`, `provided`, `not_found`; the errors of `setSubscriptionCard` */
export async function changeCard(
  context: BillingContext,
  change: { subscriptionId: string; cardId: string },
  caller: BillingCaller,
): Promise<void> {
  const { db, practiceId } = context;
  const { view } = await findSubscription(db, practiceId, change.subscriptionId);
  const customer = { id: view.customer_id, practices: [practiceId] };
  await setSubscriptionCard(context, customer, change, caller);
}

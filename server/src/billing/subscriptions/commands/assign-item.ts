/** Gives a practice a seat on an item that it already pays for. */
import type { ProviderChangeContext } from '../../../platform/audit/actor.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { subscriptionLease, withLease } from '../../requests/lease.js';
import type { BillingContext } from '../billing-context.js';
import { listCustomerIds } from '../../payments/customers-repository.js';
import { PROVIDED_MESSAGE } from '../mirror/read-mirror.js';
import { findCustomerOf } from '../mirror/subscriptions-repository.js';
import { assignSeatsOfSubscription } from './assign-subscription-seats.js';

/** @throws AppError `provided` for a subscription of another customer; `not_found` for one that isn't mirrored or has no such item, `no_seat` */
export async function assignItem(
  context: BillingContext,
  { subscriptionId, itemId }: { subscriptionId: string; itemId: string },
  caller: ProviderChangeContext,
): Promise<void> {
  const { db, practiceId } = context;
  const customerId = await findCustomerOf(db, subscriptionId);
  if (customerId === undefined) throw notFound('This practice doesn’t have this subscription. Reload the page.');
  if (!(await listCustomerIds(db, practiceId)).includes(customerId)) {
    throw new AppError(403, 'provided', PROVIDED_MESSAGE);
  }
  const seats = { practiceId, subscription: subscriptionId, items: [itemId] };
  await withLease(db, subscriptionLease(subscriptionId), async () => {
    await caller.assertStillAllowed();
    await assignSeatsOfSubscription(context, seats, caller);
  });
}

import type { AuditContext } from '../../../platform/audit/actor.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { seatHoldersByItem } from '../mirror/subscriptions-repository.js';
import { type BillingMirror, refreshSchedule, refreshSubscription } from '../mirror/refresh.js';
import { lockItemsOf } from '../mirror/seats-repository.js';
import { assignFreeSeats } from './assign-free-seats.js';

export interface SubscriptionSeats {
  practiceId: number;
  /** A subscription, or a schedule that hasn't started. */
  subscription: string;
  /** Ids of the items on which the practice gets a seat. Absent: all items. */
  items?: readonly string[];
}

/**
 * Gives a practice a seat on items that already exist at the provider.
 *
 * @throws AppError `not_found`, `no_seat` naming the items without a free seat; SDK errors
 */
export async function assignSeatsOfSubscription(
  projector: BillingMirror,
  { practiceId, subscription: subscriptionId, items: itemIds }: SubscriptionSeats,
  { actor, now }: AuditContext,
): Promise<void> {
  const audit = { actor, now };
  if (subscriptionId.startsWith('sub_sched_')) await refreshSchedule(projector, subscriptionId, audit);
  else await refreshSubscription(projector, subscriptionId, audit);
  await inTransaction(projector.db, async (transaction) => {
    const lockedItems = await lockItemsOf(transaction, subscriptionId);
    const selected = lockedItems.filter(({ id }) => !itemIds || itemIds.includes(id));
    if (selected.length === 0) throw notFound('This subscription item doesn’t exist.');
    const assignedSeats = await seatHoldersByItem(
      transaction,
      selected.map(({ id }) => id),
    );
    const missing = selected.filter(({ id }) => !assignedSeats.get(id)?.includes(practiceId));
    const full = missing.find(({ id, quantity }) => (assignedSeats.get(id) ?? []).length >= quantity);
    if (full) throw new AppError(409, 'no_seat', `${full.shown.name} has no free seat.`);
    await assignFreeSeats(transaction, practiceId, missing, audit);
  });
}

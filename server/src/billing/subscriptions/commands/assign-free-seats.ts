/** Assigns seats on locked items. */
import type { AuditContext } from '../../../platform/audit/actor.js';
import type { Db } from '../../../platform/database/tables.js';
import { recompute } from '../../entitlements/recompute.js';
import { type LockedItem, assignSeat } from '../mirror/seats-repository.js';

/**
 * Assigns the practice a seat on each item. Each must have a free seat. The customers' owners don't change (server rule
 * 8).
 */
export async function assignFreeSeats(
  transaction: Db,
  practiceId: number,
  items: readonly LockedItem[],
  { actor, now }: AuditContext,
): Promise<void> {
  for (const { id, subscription_id: subscriptionId } of items) {
    await assignSeat(transaction, { practiceId, item: id, subscription: subscriptionId }, { actor, now });
  }
  await recompute(transaction, practiceId, { actor, now });
}

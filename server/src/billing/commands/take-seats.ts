/** Seats of items, taken under their rows' lock. */
import type { Doing } from '../../audit/actor.js';
import type { Db } from '../../database/tables.js';
import { recompute } from '../../entitlements/recompute.js';
import { type LockedItem, assign } from '../mirror/seats-repository.js';

/** Gives a practice a seat of each, which must be free. Their customers stay those of their owners (server rule 8). */
export async function takeSeats(
  transaction: Db,
  practice: number,
  items: readonly LockedItem[],
  { actor, now }: Doing,
): Promise<void> {
  for (const { id, subscription_id: subscription } of items) {
    await assign(transaction, { practice, item: id, subscription }, { actor, now });
  }
  await recompute(transaction, practice, { actor, now });
}

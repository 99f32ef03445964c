/** Seats of items, taken under their rows' lock. */
import type { Doing } from '../../audit/actor.js';
import { recordAudit } from '../../audit/audit-log.js';
import type { Db } from '../../database/tables.js';
import { recompute } from '../../entitlements/recompute.js';
import { addCustomer } from '../../payments/customers-repository.js';
import { type LockedItem, assign } from '../mirror/seats-repository.js';

/** Gives a practice a seat of each, which must be free, and their customers with them (server rule 8). */
export async function takeSeats(
  transaction: Db,
  practice: number,
  items: readonly LockedItem[],
  { actor, now }: Doing,
): Promise<void> {
  for (const customer of new Set(items.map((item) => item.customer_id))) {
    const row = { practice_id: practice, customer_id: customer, source: 'attached', added_at: now } as const;
    if (!(await addCustomer(transaction, row))) continue;
    await recordAudit(transaction, {
      practice,
      actor,
      at: now,
      action: 'customer.attach',
      entity: 'customer',
      entityId: customer,
    });
  }
  for (const { id, subscription_id: subscription } of items) {
    await assign(transaction, { practice, item: id, subscription }, { actor, now });
  }
  await recompute(transaction, practice, { actor, now });
}

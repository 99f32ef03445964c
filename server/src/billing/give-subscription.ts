import type { Doing } from '../audit/actor.js';
import { inTransaction } from '../database/transaction.js';
import { recompute } from '../entitlements/recompute.js';
import { Refusal, notFound } from '../http/refusal.js';
import { addCustomer } from '../payments/customers-repository.js';
import { assign } from './assignments.js';
import { seatsTaken } from './kept-subscriptions.js';
import { type Projector, projectSchedule, projectSubscription } from './projection.js';

export interface GivenItems {
  practice: number;
  /** A subscription, or a schedule that has not begun. */
  subscription: string;
  /** Ids of the items that the practice gets a seat of; all of them when absent. */
  items?: readonly string[];
}

/**
 * Gives a practice a seat of items that exist at the provider already.
 *
 * @throws Refusal `not_found`, `no_seat` naming what is taken; errors of the SDK
 */
export async function giveSubscription(
  projector: Projector,
  { practice, subscription, items }: GivenItems,
  { actor, now }: Doing,
): Promise<void> {
  const doing = { actor, now };
  if (subscription.startsWith('sub_sched_')) await projectSchedule(projector, subscription, doing);
  else await projectSubscription(projector, subscription, doing);
  await inTransaction(projector.db, async (transaction) => {
    const kept = await transaction
      .selectFrom('billing_items')
      .select(['id', 'customer_id', 'quantity', 'shown'])
      .where('subscription_id', '=', subscription)
      .orderBy('id')
      // Whoever takes the last seat at the same moment waits, and then sees that it is gone.
      .forUpdate()
      .execute();
    const wanted = kept.filter(({ id }) => !items || items.includes(id));
    if (wanted.length === 0) throw notFound('There is no such subscription item.');
    const taken = await seatsTaken(
      transaction,
      wanted.map(({ id }) => id),
    );
    for (const { customer_id: customer } of wanted) {
      // Whose items a practice uses, that customer is the practice's too (server rule 8).
      const row = { practice_id: practice, customer_id: customer, source: 'attached', added_at: now } as const;
      await addCustomer(transaction, row);
    }
    for (const { id, quantity, shown } of wanted) {
      const practices = taken.get(id) ?? [];
      if (practices.includes(practice)) continue;
      if (practices.length >= quantity) throw new Refusal(409, 'no_seat', `Every seat of ${shown.name} is taken.`);
      await assign(transaction, { practice, item: id, subscription }, doing);
    }
    await recompute(transaction, practice, doing);
  });
}

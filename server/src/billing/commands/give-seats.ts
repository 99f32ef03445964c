import type { Doing } from '../../audit/actor.js';
import { inTransaction } from '../../database/transaction.js';
import { Refusal, notFound } from '../../http/refusal.js';
import { seatsTaken } from '../mirror/subscriptions-repository.js';
import { type BillingMirror, refreshSchedule, refreshSubscription } from '../mirror/refresh.js';
import { lockItemsOf } from '../mirror/seats-repository.js';
import { takeSeats } from './take-seats.js';

export interface SeatsToGive {
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
export async function giveSeats(
  projector: BillingMirror,
  { practice, subscription, items }: SeatsToGive,
  { actor, now }: Doing,
): Promise<void> {
  const doing = { actor, now };
  if (subscription.startsWith('sub_sched_')) await refreshSchedule(projector, subscription, doing);
  else await refreshSubscription(projector, subscription, doing);
  await inTransaction(projector.db, async (transaction) => {
    const kept = await lockItemsOf(transaction, subscription);
    const wanted = kept.filter(({ id }) => !items || items.includes(id));
    if (wanted.length === 0) throw notFound('There is no such subscription item.');
    const taken = await seatsTaken(
      transaction,
      wanted.map(({ id }) => id),
    );
    const missing = wanted.filter(({ id }) => !taken.get(id)?.includes(practice));
    const full = missing.find(({ id, quantity }) => (taken.get(id) ?? []).length >= quantity);
    if (full) throw new Refusal(409, 'no_seat', `Every seat of ${full.shown.name} is taken.`);
    await takeSeats(transaction, practice, missing, doing);
  });
}

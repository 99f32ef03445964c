/** Changes whose outcome the provider has still to tell. */
import { sql } from 'kysely';
import type { Db } from '../../database/tables.js';
import type { SubscriptionSnapshot } from '../mirror/snapshots.js';

/** A change that nobody has confirmed counts as given up after this time, in minutes: nothing is shown as pending for ever. */
const PENDING_MINUTES = 15;

/** How long the answer of a change is still repeated once it is settled, in seconds. */
const REPEATED_S = 15;

/** A subscription that owes nothing has no change that waits for its payment. */
export async function settleWaitingRequests(transaction: Db, view: SubscriptionSnapshot): Promise<void> {
  const { id, status, request, practice, payment_url: owes } = view;
  if (request !== null && practice !== null) {
    // Its start came through although nobody heard the answer; asked for again, it answers so.
    await transaction
      .updateTable('billing_requests')
      .set({ state: 'done', subscription_id: id })
      .where('practice_id', '=', practice)
      .where(sql<boolean>`id::text = ${request}`)
      .where('state', '=', 'unsure')
      .execute();
  }
  const isSettled = owes === null && status !== 'incomplete';
  if (!isSettled) return;
  await transaction
    .updateTable('billing_requests')
    .set({ state: 'done', keep_until: sql<Date>`now() + make_interval(secs => ${REPEATED_S})` })
    .where('subscription_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** True while a change was made whose confirmation has not arrived. */
export async function hasPendingRequest(db: Db, practice: number): Promise<boolean> {
  const row = await db
    .selectFrom('billing_requests')
    .select('key')
    .where('practice_id', '=', practice)
    .where('state', 'in', ['unsure', 'waiting'])
    .where('asked_at', '>', sql<Date>`now() - make_interval(mins => ${PENDING_MINUTES})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

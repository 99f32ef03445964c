/** Handled webhook events. Each is handled only once, even if the provider sends it again. */
import type Stripe from 'stripe';
import type { Db } from '../../../platform/database/tables.js';

export async function isKnownEvent(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('stripe_events').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function recordEvent(db: Db, { id, type }: Pick<Stripe.Event, 'id' | 'type'>, now: Date): Promise<void> {
  await db
    .insertInto('stripe_events')
    .values({ id, type, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteEventsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('stripe_events').where('received_at', '<', before).execute();
}

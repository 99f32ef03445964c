/** Puts answers of the provider in order, whichever copy of the server they come to. */
import { sql } from 'kysely';
import type { Db } from '../../database/tables.js';

/** Take one before asking: who asks later holds the higher one. */
export async function nextSequence(db: Db, object: string): Promise<number> {
  const { asked } = await db
    .insertInto('billing_tickets')
    .values({ object_id: object, asked: 1, written: 0 })
    .onConflict((conflict) => conflict.column('object_id').doUpdateSet({ asked: sql`billing_tickets.asked + 1` }))
    .returning('asked')
    .executeTakeFirstOrThrow();
  return asked;
}

/**
 * Show it when the answer is written. The row is the object's lock until the transaction ends.
 *
 * @returns false when somebody who asked later has written already
 */
export async function claimIfLatest(transaction: Db, object: string, ticket: number): Promise<boolean> {
  const result = await transaction
    .updateTable('billing_tickets')
    .set({ written: ticket })
    .where('object_id', '=', object)
    .where('written', '<', ticket)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

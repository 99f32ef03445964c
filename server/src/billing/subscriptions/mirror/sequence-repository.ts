/** Orders the provider's responses across replicas. */
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.js';

/** Take a number before each fetch: a later fetch has a higher number. */
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
 * Call it when the response is written. It locks the object until the transaction ends.
 *
 * @returns false when a later fetch has already been written
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

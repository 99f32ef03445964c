/** How far the audit log was sent to the operator's collector. */
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.js';

export interface WebhookPosition {
  /** The place of the last entry that was accepted. */
  acceptedTo: string;
  /** The last place of the batch that was begun and not yet accepted. Undefined without one. */
  sendingTo: string | undefined;
}

/** Undefined before sending has begun. */
export async function readPosition(db: Db): Promise<WebhookPosition | undefined> {
  const { rows } = await sql<{ accepted: string; sending: string | null }>`
    select accepted_to::text as accepted, sending_to::text as sending from audit_webhook
  `.execute(db);
  const [row] = rows;
  return row && { acceptedTo: row.accepted, sendingTo: row.sending ?? undefined };
}

/**
 * Begins after the entries that exist.
 *
 * @param settled a place that no entry can get any more, nor one before it
 */
export async function startAfter(db: Db, settled: string): Promise<void> {
  // A sequence that was never used has its first number as its last one. So the entries decide.
  await sql`
    insert into audit_webhook (id, accepted_to)
    select 1, greatest(0, coalesce(max(sequence), 0)) from audit_log where sequence <= ${settled}::bigint
    on conflict do nothing
  `.execute(db);
}

/** Stores the end of a batch before it is sent, so that a retry sends the same entries. */
export async function beginBatch(transaction: Db, upTo: string): Promise<void> {
  await transaction.updateTable('audit_webhook').set({ sending_to: upTo }).execute();
}

export async function acceptBatch(transaction: Db, upTo: string): Promise<void> {
  await transaction
    .updateTable('audit_webhook')
    .set({ accepted_to: upTo, sending_to: null, failing_since: null })
    .execute();
}

/** @returns since when no batch was accepted */
export async function recordRefusal(db: Db, now: Date): Promise<Date> {
  const row = await db
    .updateTable('audit_webhook')
    .set({ failing_since: sql<Date>`coalesce(failing_since, ${now}::timestamptz)` })
    .returning('failing_since')
    .executeTakeFirst();
  return row?.failing_since ?? now;
}

/** The time of the oldest entry that was not accepted yet. Undefined when all were, or before sending has begun. */
export async function oldestUnsent(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('at')
    .where('sequence', '>', (query) => query.selectFrom('audit_webhook').select('accepted_to'))
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}

/** The position up to which the operator's collector has the audit log. */
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.js';

export interface WebhookPosition {
  /** The position of the last accepted entry. */
  acceptedTo: string;
  /** The last position of the started, unaccepted batch. Undefined without one. */
  sendingTo: string | undefined;
}

/** Undefined before the first batch. */
export async function readPosition(db: Db): Promise<WebhookPosition | undefined> {
  const { rows } = await sql<{ accepted: string; sending: string | null }>`
    select accepted_to::text as accepted, sending_to::text as sending from audit_webhook
  `.execute(db);
  const [row] = rows;
  return row && { acceptedTo: row.accepted, sendingTo: row.sending ?? undefined };
}

/**
 * Starts after the existing entries.
 *
 * @param settled a position that no later entry can precede
 */
export async function startAfter(db: Db, settled: string): Promise<void> {
  // An unused sequence reports its first number as its last one, so the entries decide.
  await sql`
    insert into audit_webhook (id, accepted_to)
    select 1, greatest(0, coalesce(max(sequence), 0)) from audit_log where sequence <= ${settled}::bigint
    on conflict do nothing
  `.execute(db);
}

/** Stores the end of a batch before sending it, so that a retry sends the same entries. */
export async function beginBatch(transaction: Db, upTo: string): Promise<void> {
  await transaction.updateTable('audit_webhook').set({ sending_to: upTo }).execute();
}

export async function acceptBatch(transaction: Db, upTo: string): Promise<void> {
  await transaction
    .updateTable('audit_webhook')
    .set({ accepted_to: upTo, sending_to: null, failing_since: null })
    .execute();
}

/** @returns the time since which no batch has been accepted */
export async function recordRefusal(db: Db, now: Date): Promise<Date> {
  const row = await db
    .updateTable('audit_webhook')
    .set({ failing_since: sql<Date>`coalesce(failing_since, ${now}::timestamptz)` })
    .returning('failing_since')
    .executeTakeFirst();
  return row?.failing_since ?? now;
}

/** The time of the oldest entry not yet accepted. Undefined when all are, or before the first batch. */
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

import { sql } from 'kysely';
import type { Db } from '../database/tables.js';
import type { AuditContext } from './actor.js';
import { NO_PRACTICE, recordAudit } from './audit-log.js';
import { epochSeconds } from '../dates/epoch-seconds.js';

export interface Expiry {
  /** Not included. */
  before: Date;
  /** The last position, in write order, that may be deleted. Undefined: all. */
  upTo: string | undefined;
  /** Maximum number of entries. */
  limit: number;
}

/**
 * Deletes the oldest entries, and records that. Call it in a transaction. The database refuses entries of the last 90 days.
 *
 * @returns the number of deleted entries
 */
export async function expireEntries(
  transaction: Db,
  { before, upTo, limit }: Expiry,
  { actor, now }: AuditContext,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select expire_audit_log(${before}::timestamptz, ${upTo ?? null}::bigint, ${limit}::integer) as count
  `.execute(transaction);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return 0;
  await recordAudit(transaction, {
    practiceId: NO_PRACTICE,
    actor,
    at: now,
    action: 'audit.expire',
    entity: 'audit_log',
    entityId: 'retention',
    after: { entries: count, before: epochSeconds(before) },
  });
  return count;
}

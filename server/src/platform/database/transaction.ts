import { sql } from 'kysely';
import { traced } from '../observability/trace.js';
import type { Db } from './tables.js';

/** Serialization failure and deadlock: the transaction was rolled back and may run again. */
const repeatable = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 6;

/** Trace attributes of a transaction. */
const ofDatabase = { 'db.system.name': 'postgresql' };

/** SQLSTATE of a database error, or undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** True for a unique violation: somebody else was faster. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/**
 * Runs the work in one transaction. Inside a transaction, the work joins it. The database may abort a transaction in
 * favor of another; distributed PostgreSQL does so often. The transaction then reruns from the start, so the work must
 * not keep state outside itself.
 *
 * @throws whatever the work throws, after rolling back
 */
export async function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await traced('transaction', 'client', () => db.transaction().execute(work), ofDatabase);
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !repeatable.has(sqlState(error) ?? '')) throw error;
      const pause = 2 ** attempt * 5 * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/**
 * Disables this transaction's timeouts. For startup steps that replicas take in turns: the next replica waits for the
 * first one, however slow the machine is.
 */
export async function withoutTimeLimits(transaction: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local lock_timeout = 0`.execute(transaction);
}

/** Daily counts of requests to services, and circuits that aren't closed. */
import { sql } from 'kysely';
import { insertRows } from '../../platform/database/json-rows.js';
import type { Db, Row } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';

export type ServiceCallCount = Row<'module_service_calls'>;
export type OpenCircuit = Row<'module_service_circuits'>;

const A_DAY_MS = 86_400_000;
const RETENTION_DAYS = 30;
/** A replica renews its circuits every few seconds. After this long without a renewal, it has ended. */
export const CIRCUIT_STALE_MS = 60_000;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Adds counts and replaces the replica's circuits. */
export async function storeServiceHealth(
  db: Db,
  replica: string,
  counts: readonly ServiceCallCount[],
  circuits: readonly OpenCircuit[],
): Promise<void> {
  // In key order, so that replicas writing concurrently wait for each other instead of deadlocking.
  const sorted = [...counts].sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
  await inTransaction(db, async (transaction) => {
    await insertRows(
      transaction,
      'module_service_calls',
      { module: 'text', day: 'date', outcome: 'text', bucket: 'integer', calls: 'integer' },
      sorted,
      sql`(module, day, outcome, bucket) do update set calls = module_service_calls.calls + excluded.calls`,
    );
    await transaction.deleteFrom('module_service_circuits').where('replica', '=', replica).execute();
    if (circuits.length > 0)
      await transaction
        .insertInto('module_service_circuits')
        .values([...circuits])
        .execute();
  });
}

/** @param since first day, `YYYY-MM-DD` */
export async function serviceCallsSince(db: Db, since: string): Promise<Omit<ServiceCallCount, 'day'>[]> {
  return db
    .selectFrom('module_service_calls')
    .select(['module', 'outcome', 'bucket', sql<number>`sum(calls)::integer`.as('calls')])
    .where('day', '>=', since)
    .groupBy(['module', 'outcome', 'bucket'])
    .execute();
}

/** Circuits of running replicas that aren't closed. */
export function listOpenCircuits(db: Db, now: Date): Promise<OpenCircuit[]> {
  return db
    .selectFrom('module_service_circuits')
    .selectAll()
    .where('seen_at', '>', new Date(now.getTime() - CIRCUIT_STALE_MS))
    .orderBy('opened_at')
    .execute();
}

/** Deletes counts that are older than 30 days, and circuits of replicas that have ended. */
export async function deleteOldServiceCalls(db: Db, now: Date): Promise<void> {
  const day = dayOf(new Date(now.getTime() - RETENTION_DAYS * A_DAY_MS));
  await db.deleteFrom('module_service_calls').where('day', '<', day).execute();
  await db
    .deleteFrom('module_service_circuits')
    .where('seen_at', '<=', new Date(now.getTime() - CIRCUIT_STALE_MS))
    .execute();
}

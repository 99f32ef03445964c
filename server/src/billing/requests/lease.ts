/** Allows one operation at a time per key, across all replicas. The operation may call the provider. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.js';
import { AppError } from '../../platform/errors/app-error.js';

/** After this time, another replica can acquire the lease of a dead one, in seconds. */
const LEASE_S = 20;
const RENEW_INTERVAL_MS = 5_000;
const MAX_WAIT_MS = 30_000;
const POLL_INTERVAL_MS = 100;

const leaseEnd = sql<Date>`now() + make_interval(secs => ${LEASE_S})`;

async function acquireLease(db: Db, key: string, holder: string): Promise<boolean> {
  const result = await db
    .insertInto('billing_leases')
    .values({ key, holder, held_until: leaseEnd })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ holder, held_until: leaseEnd })
        .where('billing_leases.held_until', '<', sql<Date>`now()`),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Key of the lease of a subscription or a schedule. */
export const subscriptionLease = (id: string): string => `subscription:${id}`;

/** `withLease` for several keys. Acquires them in a fixed order to avoid deadlocks. */
export function withLeases<Result>(db: Db, keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
  const [first, ...rest] = [...new Set(keys)].sort();
  return first === undefined ? work() : withLease(db, first, () => withLeases(db, rest, work));
}

/**
 * Runs the work under a lease. It is not a row lock, so that no transaction is open during calls to the provider. To
 * hold two leases, acquire the practice's lease first, then the subscription's.
 *
 * @param key `practice:1`, `subscription:sub_…`
 * @throws AppError `already_running` after 30 seconds, or after the given time
 */
export async function withLease<Result>(
  db: Db,
  key: string,
  work: () => Promise<Result>,
  maxWaitMs = MAX_WAIT_MS,
): Promise<Result> {
  const holder = randomUUID();
  const deadline = Date.now() + maxWaitMs;
  while (!(await acquireLease(db, key, holder))) {
    if (Date.now() >= deadline) {
      throw new AppError(409, 'already_running', 'Another change is being made. Wait a moment and try again.');
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  const renewal = setInterval(
    () =>
      void db
        .updateTable('billing_leases')
        .set({ held_until: leaseEnd })
        .where('key', '=', key)
        .where('holder', '=', holder)
        .execute()
        .catch(() => undefined),
    RENEW_INTERVAL_MS,
  );
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await db.deleteFrom('billing_leases').where('key', '=', key).where('holder', '=', holder).execute();
  }
}

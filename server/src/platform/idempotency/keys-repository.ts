import { sql } from 'kysely';
import type { Db } from '../database/tables.js';
import { KEY_HOURS } from './idempotency-key.js';

const keepUntil = sql<Date>`now() + make_interval(hours => ${KEY_HOURS})`;

/** @returns the fingerprint that belongs to the key: this one, or that of an earlier request */
export async function claimKey(db: Db, key: string, fingerprint: string): Promise<string> {
  const isOver = sql<boolean>`idempotency_keys.keep_until < now()`;
  const row = await db
    .insertInto('idempotency_keys')
    .values({ key, fingerprint, keep_until: keepUntil })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        fingerprint: sql<string>`case when ${isOver} then excluded.fingerprint else idempotency_keys.fingerprint end`,
        keep_until: sql<Date>`case when ${isOver} then excluded.keep_until else idempotency_keys.keep_until end`,
      }),
    )
    .returning('fingerprint')
    .executeTakeFirstOrThrow();
  return row.fingerprint;
}

export async function deleteExpiredKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('keep_until', '<', sql<Date>`now()`)
    .execute();
}

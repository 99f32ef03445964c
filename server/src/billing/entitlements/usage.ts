/**
 * Maintains the number of practices that have each bundle, feature and flag, without counting (docs/decisions/0024).
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { insertRows } from '../../platform/database/json-rows.js';
import type { Db } from '../../platform/database/tables.js';
import type { FeatureUsageTable } from './entitlements-tables.js';
import { inTransaction } from '../../platform/database/transaction.js';

export type UsageKind = FeatureUsageTable['kind'];

export interface UsageChange {
  kind: UsageKind;
  name: string;
  /** 1 when a practice gained it, -1 when it lost it. */
  by: 1 | -1;
}

const columns = { id: 'uuid', kind: 'text', name: 'text', practices: 'integer' };

/** Records the change of the counts, in the transaction of the change. */
export async function recordUsage(transaction: Db, changes: readonly UsageChange[]): Promise<void> {
  const sums = new Map<string, { kind: UsageKind; name: string; practices: number }>();
  for (const { kind, name, by } of changes) {
    const key = `${kind}:${name}`;
    sums.set(key, { kind, name, practices: (sums.get(key)?.practices ?? 0) + by });
  }
  const rows = [...sums.values()]
    .filter(({ practices }) => practices !== 0)
    .map((sum) => ({ id: randomUUID(), ...sum }));
  await insertRows(transaction, 'feature_usage', columns, rows);
}

/** When there are more rows, they are merged into one per name. */
const MAX_ROWS = 1000;

/**
 * Merges the rows of each name into one. Skips rows that another transaction is merging. Readers see the rows from
 * before or after, with the same sums.
 */
async function fold(db: Db): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await sql`
      with taken as (
        delete from feature_usage where id in (select id from feature_usage for update skip locked)
        returning kind, name, practices
      )
      insert into feature_usage (id, kind, name, practices)
      select gen_random_uuid(), kind, name, sum(practices) from taken group by kind, name having sum(practices) <> 0
    `.execute(transaction);
  });
}

export interface Usage {
  kind: UsageKind;
  name: string;
  practices: number;
}

/** Numbers of practices for everything that at least one practice has. */
export async function readUsage(db: Db): Promise<Usage[]> {
  const rows = await db
    .selectFrom('feature_usage')
    .select(['kind', 'name'])
    .select(sql<number>`sum(practices)::integer`.as('practices'))
    .select(sql<number>`count(*)::integer`.as('parts'))
    .groupBy(['kind', 'name'])
    .execute();
  if (rows.reduce((sum, { parts }) => sum + parts, 0) > MAX_ROWS) await fold(db);
  return rows.map(({ kind, name, practices }) => ({ kind, name, practices })).filter(({ practices }) => practices > 0);
}

/** How many practices have what, without counting them (docs/decisions/0024). */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { insertRows } from '../database/given-rows.js';
import type { Db } from '../database/tables.js';
import type { FeatureUsageTable } from '../database/tables/entitlements.js';
import { inTransaction } from '../database/transaction.js';

export type UsageKind = FeatureUsageTable['kind'];

export interface UsageChange {
  kind: UsageKind;
  name: string;
  /** 1 for a practice that has it now, -1 for one that has it no more. */
  by: 1 | -1;
}

const columns = { id: 'uuid', kind: 'text', name: 'text', practices: 'integer' };

/** Adds up what changed; in the transaction of the change. */
export async function noteUsage(transaction: Db, changes: readonly UsageChange[]): Promise<void> {
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

/** Rows beyond which they are folded into one for each name. */
const MOST_ROWS = 1000;

/** Rows that somebody else is folding are left to them; readers see the rows before or after, with the same sums. */
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

/** What at least one practice has. */
export async function readUsage(db: Db): Promise<Usage[]> {
  const rows = await db
    .selectFrom('feature_usage')
    .select(['kind', 'name'])
    .select(sql<number>`sum(practices)::integer`.as('practices'))
    .select(sql<number>`count(*)::integer`.as('parts'))
    .groupBy(['kind', 'name'])
    .execute();
  if (rows.reduce((sum, { parts }) => sum + parts, 0) > MOST_ROWS) await fold(db);
  return rows.map(({ kind, name, practices }) => ({ kind, name, practices })).filter(({ practices }) => practices > 0);
}

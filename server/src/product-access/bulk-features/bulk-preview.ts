/** Previews a bulk change by counting in the database. */
import { sql } from 'kysely';
import type { BulkChange, BulkPreview } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { toNamedItem } from '../practice-features/named-items.js';
import { selectPractices } from './select-practices.js';

/** Number of practices with the named items. */
interface Counts {
  /** Practices with at least one of the items. `all`: with every item. */
  some: number;
  all: number;
  /** Practices with at least one of the items from a subscription or a trial. */
  fromSources: number;
  byName: Record<string, number>;
}

/**
 * For an addition, items that are only from a trial don't count, because the change grants them (see `manualChange`).
 */
async function countsOf(
  db: Db,
  { action, type }: BulkChange,
  names: readonly string[],
  practiceIds: readonly number[],
): Promise<Counts> {
  const flags = sql`
    select practice_id, name, false as held from practice_feature_flags
    where practice_id = any(${practiceIds}::integer[]) and name = any(${names}::text[])`;
  const entitlements = sql`
    select practice_id, name, sources ? 'subscription' or sources ? 'trial' as held from practice_entitlements
    where practice_id = any(${practiceIds}::integer[]) and kind = ${type} and name = any(${names}::text[])
      and (${action === 'remove'} or sources <> '["trial"]'::jsonb)`;
  const { rows } = await sql<Counts>`
    with owned as materialized (${type === 'feature_flag' ? flags : entitlements}),
      owners as (select count(*) as names, bool_or(held) as held from owned group by practice_id)
    select count(*)::integer as "some",
      (count(*) filter (where names = ${names.length}))::integer as "all",
      (count(*) filter (where held))::integer as "fromSources",
      (select coalesce(json_object_agg(name, practices), '{}')
        from (select name, count(*)::integer as practices from owned group by name) as counted) as "byName"
    from owners
  `.execute(db);
  return rows[0] ?? { some: 0, all: 0, fromSources: 0, byName: {} };
}

/** Changes nothing. @throws AppError `invalid` with fields */
export async function previewBulkChange(db: Db, change: BulkChange, now: Date): Promise<BulkPreview> {
  const practiceIds = await selectPractices(db, change, now);
  const names = [...new Set(change.items)];
  const [{ practices }, { some, all, fromSources, byName }] = await Promise.all([
    db
      .selectFrom('practices')
      .select(sql<number>`count(*)::integer`.as('practices'))
      .where(sql<boolean>`id = any(${practiceIds}::integer[])`)
      .executeTakeFirstOrThrow(),
    countsOf(db, change, names, practiceIds),
  ]);
  const adds = change.action === 'add';
  const changed = adds ? practices - all : some;
  return {
    practices,
    changed,
    unchanged: practices - changed,
    items: names.map((name) => {
      const having = byName[name] ?? 0;
      return { ...toNamedItem(change.type, name), practices: adds ? practices - having : having };
    }),
    held_by_subscriptions: adds ? 0 : fromSources,
  };
}

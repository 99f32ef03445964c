/** What a bulk change would do, counted in the database. */
import { sql } from 'kysely';
import type { BulkChange, BulkPreview } from 'shared-api/contracts';
import type { Db } from '../database/tables.js';
import { told } from '../practice-features/named-items.js';
import { chosenPractices } from './chosen-practices.js';

/** Practices that have the same of what is named. */
interface Group {
  /** Of what is named: what they have; of an addition without what only a trial gives. */
  names: string[];
  /** True where a subscription or a trial gives some of it. */
  held: boolean;
  practices: number;
}

async function groupsOf(db: Db, change: BulkChange, practices: readonly number[]): Promise<Group[]> {
  const { action, type, items } = change;
  const ofFlags = sql`
    select practice_id, array_agg(name) as names, false as held from practice_feature_flags
    where practice_id = any(${practices}::integer[]) and name = any(${items}::text[]) group by practice_id`;
  const ofEntitlements = sql`
    select practice_id, array_agg(name order by name) as names,
      bool_or(sources ? 'subscription' or sources ? 'trial') as held
    from practice_entitlements
    where practice_id = any(${practices}::integer[]) and kind = ${type} and name = any(${items}::text[])
      and (${action === 'remove'} or sources <> '["trial"]'::jsonb)
    group by practice_id`;
  const { rows } = await sql<Group>`
    select names, held, count(*)::integer as practices
    from (${type === 'feature_flag' ? ofFlags : ofEntitlements}) as owned
    group by names, held
  `.execute(db);
  return rows;
}

/** Changes nothing. @throws Refusal `invalid` with fields */
export async function previewBulkChange(db: Db, change: BulkChange): Promise<BulkPreview> {
  const chosen = await chosenPractices(db, change);
  const { practices } = await db
    .selectFrom('practices')
    .select(sql<number>`count(*)::integer`.as('practices'))
    .where(sql<boolean>`id = any(${chosen}::integer[])`)
    .executeTakeFirstOrThrow();
  const names = [...new Set(change.items)];
  const groups = await groupsOf(db, change, chosen);
  const count = (which: (group: Group) => boolean): number =>
    groups.filter(which).reduce((sum, group) => sum + group.practices, 0);
  const adds = change.action === 'add';
  const changed = adds ? practices - count((group) => group.names.length === names.length) : count(() => true);
  return {
    practices,
    changed,
    unchanged: practices - changed,
    items: names.map((name) => {
      const having = count((group) => group.names.includes(name));
      return { ...told(change.type, name), practices: adds ? practices - having : having };
    }),
    held_by_subscriptions: adds ? 0 : count(({ held }) => held),
  };
}

/** Rows of what practices may use, and their versions; of many practices in one statement each. */
import { sql } from 'kysely';
import type { Doing } from '../audit/actor.js';
import { givenRows, insertRows } from '../database/given-rows.js';
import type { Db } from '../database/tables.js';
import type { Entitlement } from './entitlements.js';

/** An entitlement as it is gathered into its practice's row. */
type Gathered = [kind: Entitlement['kind'], name: string, sources: Entitlement['sources'], trialEnd: string | null];

/**
 * One row for each practice with all of its entitlements: taking twenty rows apart for each of a thousand practices would
 * take as long as finding them.
 */
export async function readEntitlementsOf(db: Db, practices: readonly number[]): Promise<Map<number, Entitlement[]>> {
  const found = new Map<number, Entitlement[]>(practices.map((practice) => [practice, []]));
  const rows = await db
    .selectFrom('practice_entitlements')
    .select('practice_id')
    .select(sql<Gathered[]>`json_agg(json_build_array(kind, name, sources, trial_end) order by kind, name)`.as('all'))
    .where(sql<boolean>`practice_id = any(${practices}::integer[])`)
    .groupBy('practice_id')
    .execute();
  for (const { practice_id: practice, all } of rows) {
    found.set(
      practice,
      all.map(([kind, name, sources, end]) => ({ kind, name, sources, trialEnd: end === null ? null : new Date(end) })),
    );
  }
  return found;
}

/**
 * Holds what practices may use against other writers until the transaction ends; in the order of their numbers, so that no
 * two writers wait for each other.
 */
export async function lockEntitlementsOf(transaction: Db, practices: readonly number[]): Promise<void> {
  const ids = [...new Set(practices)].sort((one, other) => one - other);
  await sql`
    insert into entitlement_versions (practice_id)
    select id from unnest(${ids}::integer[]) as id order by id on conflict do nothing
  `.execute(transaction);
  await sql`
    select practice_id from entitlement_versions where practice_id = any(${ids}::integer[]) order by practice_id for update
  `.execute(transaction);
}

/** What has changed of what a practice may use. */
export interface Difference {
  practice: number;
  /** New, or from other sources than before. */
  fresh: readonly Entitlement[];
  gone: readonly Entitlement[];
}

const key = { practice_id: 'integer', kind: 'text', name: 'text' };

/** Writes what is different, and the next version of each practice. */
export async function writeEntitlements(
  transaction: Db,
  differences: readonly Difference[],
  { actor, now }: Doing,
): Promise<void> {
  const lost = differences.flatMap(({ practice, gone }) =>
    gone.map(({ kind, name }) => ({ practice_id: practice, kind, name })),
  );
  if (lost.length > 0) {
    await sql`
      delete from practice_entitlements as kept using ${givenRows(key, lost)}
      where kept.practice_id = given.practice_id and kept.kind = given.kind and kept.name = given.name
    `.execute(transaction);
  }
  const rows = differences.flatMap(({ practice, fresh }) =>
    fresh.map(({ kind, name, sources, trialEnd }) => ({
      practice_id: practice,
      kind,
      name,
      sources,
      trial_end: trialEnd,
    })),
  );
  const columns = { ...key, sources: 'jsonb', trial_end: 'timestamptz' };
  const update = sql`(practice_id, kind, name) do update set sources = excluded.sources, trial_end = excluded.trial_end`;
  await insertRows(transaction, 'practice_entitlements', columns, rows, update);
  await sql`
    update entitlement_versions set version = version + 1, changed_by = ${actor.name}, changed_at = ${now}
    where practice_id = any(${differences.map(({ practice }) => practice)}::integer[])
  `.execute(transaction);
}

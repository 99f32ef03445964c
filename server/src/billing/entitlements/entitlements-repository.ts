/** Rows of entitlements and their versions. Each statement handles many practices. */
import { sql } from 'kysely';
import type { AuditContext } from '../../platform/audit/actor.js';
import { jsonRows, insertRows } from '../../platform/database/json-rows.js';
import type { Db } from '../../platform/database/tables.js';
import type { Entitlement } from './entitlements.js';

/** An entitlement inside its practice's aggregated row. */
type EntitlementTuple = [
  kind: Entitlement['kind'],
  name: string,
  sources: Entitlement['sources'],
  trialEnd: string | null,
];

/**
 * Returns one row per practice with all of its entitlements. Parsing twenty rows for each of a thousand practices would
 * take as long as finding them.
 */
export async function readEntitlementsOf(db: Db, practiceIds: readonly number[]): Promise<Map<number, Entitlement[]>> {
  const byPractice = new Map<number, Entitlement[]>(practiceIds.map((practiceId) => [practiceId, []]));
  const rows = await db
    .selectFrom('practice_entitlements')
    .select('practice_id')
    .select(
      sql<EntitlementTuple[]>`json_agg(json_build_array(kind, name, sources, trial_end) order by kind, name)`.as('all'),
    )
    .where(sql<boolean>`practice_id = any(${practiceIds}::integer[])`)
    .groupBy('practice_id')
    .execute();
  for (const { practice_id: practiceId, all } of rows) {
    byPractice.set(
      practiceId,
      all.map(([kind, name, sources, end]) => ({ kind, name, sources, trialEnd: end === null ? null : new Date(end) })),
    );
  }
  return byPractice;
}

/** Locks the entitlements of practices until the transaction ends, ordered by id so that two writers never deadlock. */
export async function lockEntitlementsOf(transaction: Db, practiceIds: readonly number[]): Promise<void> {
  const ids = [...new Set(practiceIds)].sort((one, other) => one - other);
  await sql`
    insert into entitlement_versions (practice_id)
    select id from unnest(${ids}::integer[]) as id order by id on conflict do nothing
  `.execute(transaction);
  await sql`
    select practice_id from entitlement_versions where practice_id = any(${ids}::integer[]) order by practice_id for update
  `.execute(transaction);
}

/** The changes of a practice's entitlements. */
export interface EntitlementDifference {
  practiceId: number;
  /** New, or from different sources than before. */
  addedOrChanged: readonly Entitlement[];
  removed: readonly Entitlement[];
}

const key = { practice_id: 'integer', kind: 'text', name: 'text' };

/** Writes the differences and increments the version of each practice. */
export async function writeEntitlements(
  transaction: Db,
  differences: readonly EntitlementDifference[],
  { actor, now }: AuditContext,
): Promise<void> {
  const lost = differences.flatMap(({ practiceId, removed }) =>
    removed.map(({ kind, name }) => ({ practice_id: practiceId, kind, name })),
  );
  if (lost.length > 0) {
    await sql`
      delete from practice_entitlements as kept using ${jsonRows(key, lost)}
      where kept.practice_id = given.practice_id and kept.kind = given.kind and kept.name = given.name
    `.execute(transaction);
  }
  const rows = differences.flatMap(({ practiceId, addedOrChanged }) =>
    addedOrChanged.map(({ kind, name, sources, trialEnd }) => ({
      practice_id: practiceId,
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
    update entitlement_versions set version = version + 1, changed_by = ${actor.name}, changed_at = ${now},
      entitled_at_version = case when exists (
        select from practice_entitlements as held where held.practice_id = entitlement_versions.practice_id
      ) then version + 1 end
    where practice_id = any(${differences.map(({ practiceId }) => practiceId)}::integer[])
  `.execute(transaction);
}

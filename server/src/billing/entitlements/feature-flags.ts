/**
 * Feature flags, for one practice or many. Each practice has one version, one lock and one entry in the audit log per
 * change.
 */
import { sql } from 'kysely';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudits } from '../../platform/audit/audit-log.js';
import { jsonRows, insertRows } from '../../platform/database/json-rows.js';
import type { Db, Row } from '../../platform/database/tables.js';
import { recordUsage } from './usage.js';

export type FlagVersion = Pick<Row<'feature_flag_versions'>, 'version' | 'changed_by' | 'changed_at'>;

/** Locks the flags of practices against other writers until the transaction ends, ordered by practice id. */
export async function lockFlags(transaction: Db, practiceIds: readonly number[]): Promise<Map<number, FlagVersion>> {
  const ids = [...new Set(practiceIds)].sort((one, other) => one - other);
  await sql`
    insert into feature_flag_versions (practice_id)
    select id from unnest(${ids}::integer[]) as id order by id on conflict do nothing
  `.execute(transaction);
  const rows = await transaction
    .selectFrom('feature_flag_versions')
    .select(['practice_id', 'version', 'changed_by', 'changed_at'])
    .where(sql<boolean>`practice_id = any(${ids}::integer[])`)
    .orderBy('practice_id')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ practice_id: practiceId, ...version }) => [practiceId, version]));
}

export async function readFlags(db: Db, practiceIds: readonly number[]): Promise<Map<number, Set<string>>> {
  const byPractice = new Map(practiceIds.map((practiceId) => [practiceId, new Set<string>()]));
  const rows = await db
    .selectFrom('practice_feature_flags')
    .select(['practice_id', 'name'])
    .where(sql<boolean>`practice_id = any(${practiceIds}::integer[])`)
    .execute();
  for (const { practice_id: practiceId, name } of rows) byPractice.get(practiceId)?.add(name);
  return byPractice;
}

export interface FlagChange {
  practiceId: number;
  /** Names of flags that the practice doesn't have. */
  set: readonly string[];
  /** Names of flags that the practice has. */
  clear: readonly string[];
}

const key = { practice_id: 'integer', name: 'text' };

/** Sets and clears locked flags. Practices without a change get no new version and no entry. */
export async function changeFlags(
  transaction: Db,
  changes: readonly FlagChange[],
  { actor, now, bulkChangeId }: AuditContext,
): Promise<void> {
  const changed = changes.filter(({ set, clear }) => set.length + clear.length > 0);
  if (changed.length === 0) return;
  const rowsOf = (side: 'set' | 'clear') =>
    changed.flatMap((change) => change[side].map((name) => ({ practice_id: change.practiceId, name })));
  await insertRows(
    transaction,
    'practice_feature_flags',
    { ...key, set_at: 'timestamptz', set_by: 'text' },
    rowsOf('set').map((row) => ({ ...row, set_at: now, set_by: actor.name })),
  );
  await sql`
    delete from practice_feature_flags as kept using ${jsonRows(key, rowsOf('clear'))}
    where kept.practice_id = given.practice_id and kept.name = given.name
  `.execute(transaction);
  await sql`
    update feature_flag_versions set version = version + 1, changed_by = ${actor.name}, changed_at = ${now}
    where practice_id = any(${changed.map(({ practiceId }) => practiceId)}::integer[])
  `.execute(transaction);
  await recordUsage(transaction, [
    ...rowsOf('set').map(({ name }) => ({ kind: 'feature_flag' as const, name, by: 1 as const })),
    ...rowsOf('clear').map(({ name }) => ({ kind: 'feature_flag' as const, name, by: -1 as const })),
  ]);
  await recordAudits(
    transaction,
    changed.map(({ practiceId, set, clear }) => ({
      practiceId,
      actor,
      at: now,
      action: 'feature_flags.change',
      entity: 'feature_flags',
      entityId: String(practiceId),
      before: clear,
      after: set,
      bulkChangeId,
    })),
  );
}

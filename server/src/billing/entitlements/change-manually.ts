/** Manual grants and revocations (server rule 9), for one practice or many. */
import { sql } from 'kysely';
import { jsonRows, insertRows } from '../../platform/database/json-rows.js';
import type { Db } from '../../platform/database/tables.js';
import type { Entitlement, NamedEntitlement, Revocation } from './entitlements.js';
import { readEntitlementInputs } from './entitlement-sources.js';
import { lockEntitlementsOf, readEntitlementsOf } from './entitlements-repository.js';
import { type RecomputeContext, applyEntitlements } from './recompute.js';
import { type ManualChange, noInputs, revocationsOf, applyManualChange } from './sources.js';

type Row = { practice_id: number } & NamedEntitlement;

const columns = { practice_id: 'integer', kind: 'text', name: 'text' };

async function remove(
  transaction: Db,
  table: 'entitlement_grants' | 'entitlement_revocations',
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    delete from ${sql.table(table)} as kept using ${jsonRows(columns, rows)}
    where kept.practice_id = given.practice_id and kept.kind = given.kind and kept.name = given.name
  `.execute(transaction);
}

async function insertGrants(
  transaction: Db,
  rows: readonly Row[],
  { actor, now, notes }: RecomputeContext,
): Promise<void> {
  const stamped = rows.map((row) => ({ ...row, granted_at: now, granted_by: actor.name, notes: notes ?? null }));
  const all = { ...columns, granted_at: 'timestamptz', granted_by: 'text', notes: 'text' };
  await insertRows(transaction, 'entitlement_grants', all, stamped, sql`do nothing`);
}

async function insertRevocations(
  transaction: Db,
  rows: readonly ({ practice_id: number } & Revocation)[],
  { actor, now, notes }: RecomputeContext,
): Promise<void> {
  const stamped = rows.map((row) => ({ ...row, revoked_at: now, revoked_by: actor.name, notes: notes ?? null }));
  const all = { ...columns, revoked_at: 'timestamptz', revoked_by: 'text', notes: 'text', against: 'jsonb' };
  await insertRows(
    transaction,
    'entitlement_revocations',
    all,
    stamped,
    sql`(practice_id, kind, name) do update set
      revoked_at = excluded.revoked_at, revoked_by = excluded.revoked_by, notes = excluded.notes, against = excluded.against`,
  );
}

/**
 * Grants and revokes items manually, and recomputes each practice once. A grant deletes a manual revocation. A
 * revocation deletes a grant and applies to every current source.
 *
 * @param decide returns the change of a practice from its entitlements; an empty change writes nothing. It must not
 *   grant and revoke the same item
 * @returns practices that have changed
 */
export async function changeManually(
  transaction: Db,
  practiceIds: readonly number[],
  decide: (entitlements: readonly Entitlement[], practiceId: number) => ManualChange,
  audit: RecomputeContext,
): Promise<Set<number>> {
  await lockEntitlementsOf(transaction, practiceIds);
  const before = await readEntitlementsOf(transaction, practiceIds);
  const changes = [...before].flatMap(([practiceId, entitlements]) => {
    const change = decide(entitlements, practiceId);
    return change.grant.length + change.revoke.length === 0 ? [] : [{ practiceId, before: entitlements, change }];
  });
  if (changes.length === 0) return new Set();
  const sources = await readEntitlementInputs(
    transaction,
    changes.map(({ practiceId }) => practiceId),
  );
  const rowsOf = (side: keyof ManualChange): Row[] =>
    changes.flatMap(({ practiceId, change }) => change[side].map((one) => ({ practice_id: practiceId, ...one })));
  const [granted, revoked] = [rowsOf('grant'), rowsOf('revoke')];
  const revocations = changes.flatMap(({ practiceId, change }) =>
    revocationsOf(sources.get(practiceId) ?? noInputs, change).map((one) => ({ practice_id: practiceId, ...one })),
  );
  await remove(transaction, 'entitlement_revocations', granted);
  await remove(transaction, 'entitlement_grants', revoked);
  await insertGrants(transaction, granted, audit);
  await insertRevocations(transaction, revocations, audit);
  return applyEntitlements(
    transaction,
    changes.map(({ practiceId, before: entitlements, change }) => ({
      practiceId,
      before: entitlements,
      sources: applyManualChange(sources.get(practiceId) ?? noInputs, change),
    })),
    audit,
  );
}

/** Grants and revocations by hand (server rule 9), of one practice or of many. */
import { sql } from 'kysely';
import { givenRows, insertRows } from '../database/given-rows.js';
import type { Db } from '../database/tables.js';
import type { Entitlement, NamedEntitlement, Revocation } from './entitlements.js';
import { readSources } from './entitlement-sources.js';
import { lockEntitlementsOf, readEntitlementsOf } from './kept-entitlements.js';
import { type Recomputing, settle } from './recompute.js';
import { type ByHand, noSources, revocationsOf, withByHand } from './sources.js';

type Row = { practice_id: number } & NamedEntitlement;

const columns = { practice_id: 'integer', kind: 'text', name: 'text' };

async function remove(
  transaction: Db,
  table: 'entitlement_grants' | 'entitlement_revocations',
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    delete from ${sql.table(table)} as kept using ${givenRows(columns, rows)}
    where kept.practice_id = given.practice_id and kept.kind = given.kind and kept.name = given.name
  `.execute(transaction);
}

async function insertGrants(transaction: Db, rows: readonly Row[], { actor, now, notes }: Recomputing): Promise<void> {
  const stamped = rows.map((row) => ({ ...row, granted_at: now, granted_by: actor.name, notes: notes ?? null }));
  const all = { ...columns, granted_at: 'timestamptz', granted_by: 'text', notes: 'text' };
  await insertRows(transaction, 'entitlement_grants', all, stamped, sql`do nothing`);
}

async function insertRevocations(
  transaction: Db,
  rows: readonly ({ practice_id: number } & Revocation)[],
  { actor, now, notes }: Recomputing,
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
 * Grants, which lifts a removal by hand, and removes, which ends a grant and holds against everything that gives it at the
 * time; all of it with one recomputation of each practice.
 *
 * @param decide what to do for a practice, by what it may use; nothing is written where that is nothing. What is to be
 *   granted must not be revoked as well
 * @returns practices that have changed
 */
export async function changeByHand(
  transaction: Db,
  practices: readonly number[],
  decide: (entitlements: readonly Entitlement[]) => ByHand,
  doing: Recomputing,
): Promise<Set<number>> {
  await lockEntitlementsOf(transaction, practices);
  const before = await readEntitlementsOf(transaction, practices);
  const changes = [...before].flatMap(([practice, entitlements]) => {
    const change = decide(entitlements);
    return change.grant.length + change.revoke.length === 0 ? [] : [{ practice, before: entitlements, change }];
  });
  if (changes.length === 0) return new Set();
  const sources = await readSources(
    transaction,
    changes.map(({ practice }) => practice),
  );
  const rowsOf = (side: keyof ByHand): Row[] =>
    changes.flatMap(({ practice, change }) => change[side].map((one) => ({ practice_id: practice, ...one })));
  const [granted, revoked] = [rowsOf('grant'), rowsOf('revoke')];
  const revocations = changes.flatMap(({ practice, change }) =>
    revocationsOf(sources.get(practice) ?? noSources, change).map((one) => ({ practice_id: practice, ...one })),
  );
  await remove(transaction, 'entitlement_revocations', granted);
  await remove(transaction, 'entitlement_grants', revoked);
  await insertGrants(transaction, granted, doing);
  await insertRevocations(transaction, revocations, doing);
  return settle(
    transaction,
    changes.map(({ practice, before: entitlements, change }) => ({
      practice,
      before: entitlements,
      sources: withByHand(sources.get(practice) ?? noSources, change),
    })),
    doing,
  );
}

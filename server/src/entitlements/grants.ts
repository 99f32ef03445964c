/** Grants and revocations by hand (server rule 9). */
import type { Doing } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import type { NamedEntitlement } from './entitlements.js';
import { recompute } from './recompute.js';

/** Grants by hand: that lifts a revocation. */
export async function grant(
  transaction: Db,
  practice: number,
  { kind, name }: NamedEntitlement,
  { actor, now, notes }: Doing & { notes?: string },
): Promise<boolean> {
  await transaction
    .deleteFrom('entitlement_revocations')
    .where('practice_id', '=', practice)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .execute();
  await transaction
    .insertInto('entitlement_grants')
    .values({ practice_id: practice, kind, name, granted_at: now, granted_by: actor.name, notes: notes ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return recompute(transaction, practice, { actor, now, ...(notes !== undefined && { notes }) });
}

/** Revokes by hand, so that it holds against a subscription too; a grant of it ends. */
export async function revoke(
  transaction: Db,
  practice: number,
  { kind, name }: NamedEntitlement,
  { actor, now, notes }: Doing & { notes?: string },
): Promise<boolean> {
  await transaction
    .deleteFrom('entitlement_grants')
    .where('practice_id', '=', practice)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .execute();
  await transaction
    .insertInto('entitlement_revocations')
    .values({ practice_id: practice, kind, name, revoked_at: now, revoked_by: actor.name, notes: notes ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return recompute(transaction, practice, { actor, now, ...(notes !== undefined && { notes }) });
}

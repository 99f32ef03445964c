/**
 * Bundles and features that staff removed manually although a source grants them (server rule 9). A later purchase
 * restores them.
 */
import type { WithheldEntitlement } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import { allFeaturesOf, toNamedProduct } from '../catalogue/catalogue.js';
import type { Db } from '../../platform/database/tables.js';
import { changeManually } from './change-manually.js';
import { type NamedEntitlement, type Revocation, keyOf, isSameEntitlement } from './entitlements.js';
import { readEntitlementInputs } from './entitlement-sources.js';
import { lockEntitlements, readEntitlements, recompute } from './recompute.js';
import { type EntitlementInputs, sourceGrants, noInputs } from './sources.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** Bundles and features that a purchase gives. */
export interface PurchasedContents {
  bundles: readonly string[];
  features: readonly string[];
}

interface RevocationRow extends Revocation {
  by: string;
  at: Date;
  notes: string | null;
}

async function listRevocations(db: Db, practiceId: number): Promise<RevocationRow[]> {
  return db
    .selectFrom('entitlement_revocations')
    .select(['kind', 'name', 'against', 'revoked_by as by', 'revoked_at as at', 'notes'])
    .where('practice_id', '=', practiceId)
    .orderBy('revoked_at', 'desc')
    .orderBy('kind')
    .orderBy('name')
    .execute();
}

/** Names of the items that would grant the entitlement if it weren't withheld. */
function payersOf({ items }: EntitlementInputs, { kind, name, against }: Revocation): string[] {
  const payers = items.filter(
    (item) => (against === null || against.includes(item.id)) && sourceGrants(item, { kind, name }),
  );
  return [...new Set(payers.map(({ product }) => product ?? ''))].filter((product) => product !== '');
}

/**
 * @param isStaff staff see and restore every removal; members of the practice only removals of what the practice pays
 *   for
 * @param reading the practice's sources, when the caller reads them, too
 * @returns newest first
 */
export async function readWithheld(
  db: Db,
  practiceId: number,
  isStaff: boolean,
  reading = readEntitlementInputs(db, [practiceId]),
): Promise<WithheldEntitlement[]> {
  const [rows, sources] = await Promise.all([listRevocations(db, practiceId), reading]);
  const inputs = sources.get(practiceId) ?? noInputs;
  return rows
    .map((row) => {
      const payers = payersOf(inputs, row);
      return {
        kind: row.kind,
        ...toNamedProduct(row.name),
        by: row.by,
        at: epochSeconds(row.at),
        notes: row.notes,
        paid_by: payers,
        can_restore: isStaff || payers.length > 0,
      };
    })
    .filter(({ can_restore: canRestore }) => canRestore);
}

const isIn =
  ({ bundles, features }: PurchasedContents) =>
  ({ kind, name }: NamedEntitlement): boolean =>
    kind === 'bundle' ? bundles.includes(name) : allFeaturesOf({ bundles, features }).has(name);

/** The withheld entitlements that a purchase of these bundles and features would restore. */
export function restoredBy(
  withheld: readonly WithheldEntitlement[],
  contents: PurchasedContents,
): WithheldEntitlement[] {
  return withheld.filter(isIn(contents));
}

async function deleteRevocations(
  transaction: Db,
  practiceId: number,
  names: readonly NamedEntitlement[],
  { actor, now }: AuditContext,
): Promise<void> {
  for (const { kind, name } of names) {
    await transaction
      .deleteFrom('entitlement_revocations')
      .where('practice_id', '=', practiceId)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .execute();
  }
  if (names.length === 0) return;
  await recordAudit(transaction, {
    practiceId: practiceId,
    actor,
    at: now,
    action: 'entitlements.restore',
    entity: 'entitlements',
    entityId: String(practiceId),
    after: { restored: names.map(keyOf) },
  });
}

/**
 * Deletes the revocations of purchased bundles and features, in the purchase's own transaction. The caller recomputes
 * afterwards.
 *
 * @returns the restored entitlements
 */
export async function liftWithheld(
  transaction: Db,
  practiceId: number,
  contents: PurchasedContents,
  audit: AuditContext,
): Promise<NamedEntitlement[]> {
  await lockEntitlements(transaction, practiceId);
  const lifted = (await listRevocations(transaction, practiceId)).filter(isIn(contents));
  await deleteRevocations(transaction, practiceId, lifted, audit);
  return lifted.map(({ kind, name }) => ({ kind, name }));
}

/** Extends existing revocations to more items, for seats that staff attach without restoring. */
export async function extendWithheld(
  transaction: Db,
  practiceId: number,
  items: readonly string[],
  contents: PurchasedContents,
): Promise<void> {
  await lockEntitlements(transaction, practiceId);
  for (const row of (await listRevocations(transaction, practiceId)).filter(isIn(contents))) {
    if (row.against === null) continue;
    await transaction
      .updateTable('entitlement_revocations')
      .set({ against: JSON.stringify([...new Set([...row.against, ...items])]) })
      .where('practice_id', '=', practiceId)
      .where('kind', '=', row.kind)
      .where('name', '=', row.name)
      .execute();
  }
}

export interface Restoration {
  practiceId: number;
  names: readonly NamedEntitlement[];
  /** Staff can also restore an entitlement that no source grants anymore. It becomes a manual grant. */
  isStaff: boolean;
}

/**
 * Restores entitlements that were removed manually.
 *
 * @returns the restored entitlements; empty when none of them was withheld, or when members may not restore them
 */
export async function restoreWithheld(
  transaction: Db,
  { practiceId, names, isStaff }: Restoration,
  audit: AuditContext,
): Promise<NamedEntitlement[]> {
  await lockEntitlements(transaction, practiceId);
  const permitted = await readWithheld(transaction, practiceId, isStaff);
  const restored = permitted.filter((one) => names.some((name) => isSameEntitlement(name, one)));
  if (restored.length === 0) return [];
  await deleteRevocations(transaction, practiceId, restored, audit);
  await recompute(transaction, practiceId, audit);
  const active = await readEntitlements(transaction, practiceId);
  const missing = restored.filter((one) => !active.some((other) => isSameEntitlement(one, other)));
  if (isStaff && missing.length > 0) {
    const grant = missing.map(({ kind, name }) => ({ kind, name }));
    await changeManually(transaction, [practiceId], () => ({ grant, revoke: [] }), audit);
  }
  return restored.map(({ kind, name }) => ({ kind, name }));
}

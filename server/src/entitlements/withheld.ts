/** What staff removed by hand, although something gives it (server rule 9). A later purchase lifts it. */
import type { WithheldEntitlement } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import { allFeaturesOf, named } from '../catalogue/catalogue.js';
import type { Db } from '../database/tables.js';
import { changeByHand } from './change-by-hand.js';
import { type NamedEntitlement, type Revocation, keyOf, sameAs } from './entitlements.js';
import { readSources } from './entitlement-sources.js';
import { lockEntitlements, readEntitlements, recompute } from './recompute.js';
import { type Sources, gives, noSources } from './sources.js';

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

/** Names of the items that would give it, were it not withheld from them. */
function payersOf({ items }: Sources, { kind, name, against }: Revocation): string[] {
  const payers = items.filter((item) => (against === null || against.includes(item.id)) && gives(item, { kind, name }));
  return [...new Set(payers.map(({ product }) => product ?? ''))].filter((product) => product !== '');
}

/**
 * @param isStaff staff see and restore every removal; members of the practice those of what the practice pays for
 * @returns newest first
 */
export async function readWithheld(db: Db, practiceId: number, isStaff: boolean): Promise<WithheldEntitlement[]> {
  const [rows, sources] = await Promise.all([listRevocations(db, practiceId), readSources(db, [practiceId])]);
  const found = sources.get(practiceId) ?? noSources;
  return rows
    .map((row) => {
      const payers = payersOf(found, row);
      return {
        kind: row.kind,
        ...named(row.name),
        by: row.by,
        at: Math.floor(row.at.getTime() / 1000),
        notes: row.notes,
        paid_by: payers,
        can_restore: isStaff || payers.length > 0,
      };
    })
    .filter(({ can_restore: canRestore }) => canRestore);
}

const isGivenBy =
  ({ bundles, features }: PurchasedContents) =>
  ({ kind, name }: NamedEntitlement): boolean =>
    kind === 'bundle' ? bundles.includes(name) : allFeaturesOf({ bundles, features }).has(name);

/** What a purchase of these bundles and features would lift. */
export function liftedBy(withheld: readonly WithheldEntitlement[], contents: PurchasedContents): WithheldEntitlement[] {
  return withheld.filter(isGivenBy(contents));
}

async function deleteRevocations(
  transaction: Db,
  practiceId: number,
  names: readonly NamedEntitlement[],
  { actor, now }: Doing,
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
    practice: practiceId,
    actor,
    at: now,
    action: 'entitlements.restore',
    entity: 'entitlements',
    entityId: String(practiceId),
    after: { restored: names.map(keyOf) },
  });
}

/**
 * Lifts what is withheld of a purchase, in the purchase's own transaction. The caller recomputes afterwards.
 *
 * @returns what was lifted
 */
export async function liftWithheld(
  transaction: Db,
  practiceId: number,
  contents: PurchasedContents,
  doing: Doing,
): Promise<NamedEntitlement[]> {
  await lockEntitlements(transaction, practiceId);
  const lifted = (await listRevocations(transaction, practiceId)).filter(isGivenBy(contents));
  await deleteRevocations(transaction, practiceId, lifted, doing);
  return lifted.map(({ kind, name }) => ({ kind, name }));
}

/** Withholds from further items what is withheld already: for seats that staff attach without restoring. */
export async function keepWithheld(
  transaction: Db,
  practiceId: number,
  items: readonly string[],
  contents: PurchasedContents,
): Promise<void> {
  await lockEntitlements(transaction, practiceId);
  for (const row of (await listRevocations(transaction, practiceId)).filter(isGivenBy(contents))) {
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
  /** Staff also give back what nothing else gives any more: it is then granted by hand. */
  isStaff: boolean;
}

/**
 * Gives back what was removed by hand.
 *
 * @returns what was restored; empty where nothing of it was withheld, or where members may not restore it
 */
export async function restoreWithheld(
  transaction: Db,
  { practiceId, names, isStaff }: Restoration,
  doing: Doing,
): Promise<NamedEntitlement[]> {
  await lockEntitlements(transaction, practiceId);
  const permitted = await readWithheld(transaction, practiceId, isStaff);
  const restored = permitted.filter((one) => names.some((name) => sameAs(name, one)));
  if (restored.length === 0) return [];
  await deleteRevocations(transaction, practiceId, restored, doing);
  await recompute(transaction, practiceId, doing);
  const active = await readEntitlements(transaction, practiceId);
  const missing = restored.filter((one) => !active.some((other) => sameAs(one, other)));
  if (isStaff && missing.length > 0) {
    const grant = missing.map(({ kind, name }) => ({ kind, name }));
    await changeByHand(transaction, [practiceId], () => ({ grant, revoke: [] }), doing);
  }
  return restored.map(({ kind, name }) => ({ kind, name }));
}

/** Keeps what a practice may use in step with its sources. */
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import { bundlesByName, named } from '../catalogue/catalogue.js';
import type { Db } from '../database/tables.js';
import {
  type Entitlement,
  type EntitlementChange,
  type Giver,
  changesBetween,
  computeEntitlements,
} from './entitlements.js';
import { readGivers, readRevocations } from './entitlement-sources.js';
import { type ProductChange, recordProductChanges } from './product-history.js';

export interface Recomputing extends Doing {
  /** Why, for the history. */
  notes?: string;
}

export async function readEntitlements(db: Db, practice: number): Promise<Entitlement[]> {
  const rows = await db
    .selectFrom('practice_entitlements')
    .select(['kind', 'name', 'sources', 'trial_end as trialEnd'])
    .where('practice_id', '=', practice)
    .orderBy('kind')
    .orderBy('name')
    .execute();
  return rows;
}

/** Holds a practice's entitlements against other writers until the transaction ends; answers their version. */
export async function lockEntitlements(transaction: Db, practice: number): Promise<number> {
  await transaction
    .insertInto('entitlement_versions')
    .values({ practice_id: practice })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { version } = await transaction
    .selectFrom('entitlement_versions')
    .select('version')
    .where('practice_id', '=', practice)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return version;
}

const plain = (list: readonly Entitlement[]): Record<string, string[]> =>
  Object.fromEntries(list.map(({ kind, name, sources }) => [`${kind}:${name}`, sources]));

function isSame(before: readonly Entitlement[], after: readonly Entitlement[]): boolean {
  const text = (list: readonly Entitlement[]): string =>
    JSON.stringify(list.map((one) => [one.kind, one.name, one.sources, one.trialEnd?.getTime() ?? null]).sort());
  return text(before) === text(after);
}

/** What is new is called by what gives it, what has gone by its own name. */
function productOf(change: EntitlementChange, givers: readonly Giver[]): string {
  const gives = ({ bundles, features }: Giver): boolean =>
    (change.kind === 'bundle' ? bundles : features).includes(change.name);
  return givers.find(gives)?.product ?? named(change.name).display_name;
}

function historyOf(
  practice: number,
  change: EntitlementChange,
  givers: readonly Giver[],
  notes: string | undefined,
): ProductChange {
  const { name, display_name } = named(change.name);
  return {
    practice,
    type: change.type,
    ...(change.kind === 'bundle'
      ? { bundle: { id: bundlesByName.get(name)?.id ?? null, name }, data: { features: change.features } }
      : { feature: { name, display_name } }),
    product: productOf(change, givers),
    notes,
  };
}

/**
 * Computes what a practice may use, stores it, and writes the product history and the audit log with it. Call it in the
 * transaction that changed a source. What comes out the same leaves no trace.
 *
 * @returns true when something changed
 */
export async function recompute(transaction: Db, practice: number, doing: Recomputing): Promise<boolean> {
  const version = await lockEntitlements(transaction, practice);
  const before = await readEntitlements(transaction, practice);
  const givers = await readGivers(transaction, practice);
  const after = computeEntitlements(givers, await readRevocations(transaction, practice));
  if (isSame(before, after)) return false;

  await transaction.deleteFrom('practice_entitlements').where('practice_id', '=', practice).execute();
  if (after.length > 0) {
    await transaction
      .insertInto('practice_entitlements')
      .values(
        after.map(({ kind, name, sources, trialEnd }) => ({
          practice_id: practice,
          kind,
          name,
          sources: JSON.stringify(sources),
          trial_end: trialEnd,
        })),
      )
      .execute();
  }
  await transaction
    .updateTable('entitlement_versions')
    .set({ version: version + 1, changed_by: doing.actor.name, changed_at: doing.now })
    .where('practice_id', '=', practice)
    .execute();
  const changes = changesBetween(before, after);
  await recordProductChanges(
    transaction,
    changes.map((change) => historyOf(practice, change, givers, doing.notes)),
    doing,
  );
  await recordAudit(transaction, {
    practice,
    actor: doing.actor,
    at: doing.now,
    action: 'entitlements.change',
    entity: 'entitlements',
    entityId: String(practice),
    before: plain(before),
    after: plain(after),
  });
  return true;
}

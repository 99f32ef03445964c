/** Recomputes entitlements when their sources change. */
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudits } from '../../platform/audit/audit-log.js';
import { bundlesByName, toNamedProduct } from '../catalogue/catalogue.js';
import type { Db } from '../../platform/database/tables.js';
import {
  type Entitlement,
  type EntitlementChange,
  type EntitlementSource,
  changesBetween,
  computeEntitlements,
  diffEntitlements,
  keyOf,
} from './entitlements.js';
import { readEntitlementInputs } from './entitlement-sources.js';
import { lockEntitlementsOf, readEntitlementsOf, writeEntitlements } from './entitlements-repository.js';
import { type ProductChange, recordProductChanges } from './product-history.js';
import { type EntitlementInputs, sourcesOf, noInputs } from './sources.js';
import { recordUsage } from './usage.js';

export interface RecomputeContext extends AuditContext {
  /** The reason, for the history. */
  notes?: string;
}

export async function readEntitlements(db: Db, practiceId: number): Promise<Entitlement[]> {
  return (await readEntitlementsOf(db, [practiceId])).get(practiceId) ?? [];
}

/** Locks a practice's entitlements until the transaction ends. */
export function lockEntitlements(transaction: Db, practiceId: number): Promise<void> {
  return lockEntitlementsOf(transaction, [practiceId]);
}

/** The product of a change: the product of the source that grants an added item, or the removed item itself. */
function productOf(change: EntitlementChange, activeSources: readonly EntitlementSource[]): string {
  const gives = ({ bundles, features }: EntitlementSource): boolean =>
    (change.kind === 'bundle' ? bundles : features).includes(change.name);
  return activeSources.find(gives)?.product ?? toNamedProduct(change.name).display_name;
}

function historyOf(
  practiceId: number,
  change: EntitlementChange,
  activeSources: readonly EntitlementSource[],
  notes: string | undefined,
): ProductChange {
  const { name, display_name } = toNamedProduct(change.name);
  return {
    practiceId,
    type: change.type,
    ...(change.kind === 'bundle'
      ? { bundle: { id: bundlesByName.get(name)?.id ?? null, name }, data: { features: change.features } }
      : { feature: { name, display_name } }),
    product: productOf(change, activeSources),
    notes,
  };
}

/** A practice with its previous entitlements and the inputs of its new ones. */
export interface PracticeInputs {
  practiceId: number;
  before: readonly Entitlement[];
  sources: EntitlementInputs;
}

interface Changed extends PracticeInputs {
  after: readonly Entitlement[];
  added: readonly Entitlement[];
  addedOrChanged: readonly Entitlement[];
  removed: readonly Entitlement[];
}

function changedOf(one: PracticeInputs): Changed[] {
  const after = computeEntitlements(sourcesOf(one.sources), one.sources.revoked);
  const { added, modified, removed } = diffEntitlements(one.before, after);
  const addedOrChanged = [...added, ...modified];
  return addedOrChanged.length + removed.length === 0 ? [] : [{ ...one, after, added, addedOrChanged, removed }];
}

/** The changed entitlements as the audit log stores them: sources by kind and name. */
function toAuditRecord(list: readonly Entitlement[], names: ReadonlySet<string>): Record<string, string[]> {
  return Object.fromEntries(
    list.filter((one) => names.has(keyOf(one))).map((one) => [keyOf(one), one.sources] as const),
  );
}

/**
 * Computes and stores the entitlements of locked practices, with product history and audit log. Unchanged practices
 * leave no entry.
 *
 * @returns practices that have changed
 */
export async function applyEntitlements(
  transaction: Db,
  practices: readonly PracticeInputs[],
  audit: RecomputeContext,
): Promise<Set<number>> {
  const changed = practices.flatMap(changedOf);
  if (changed.length === 0) return new Set();
  await writeEntitlements(transaction, changed, audit);
  await recordUsage(
    transaction,
    changed.flatMap(({ added, removed }) => [
      ...added.map(({ kind, name }) => ({ kind, name, by: 1 as const })),
      ...removed.map(({ kind, name }) => ({ kind, name, by: -1 as const })),
    ]),
  );
  await recordProductChanges(
    transaction,
    changed.flatMap(({ practiceId, before, after, sources }) => {
      const activeSources = sourcesOf(sources);
      return changesBetween(before, after).map((change) => historyOf(practiceId, change, activeSources, audit.notes));
    }),
    audit,
  );
  await recordAudits(
    transaction,
    changed.map(({ practiceId, before, after, addedOrChanged, removed }) => {
      const names = new Set([...addedOrChanged, ...removed].map(keyOf));
      return {
        practiceId,
        actor: audit.actor,
        at: audit.now,
        action: 'entitlements.change',
        entity: 'entitlements',
        entityId: String(practiceId),
        before: toAuditRecord(before, names),
        after: toAuditRecord(after, names),
        bulkChangeId: audit.bulkChangeId,
      };
    }),
  );
  return new Set(changed.map(({ practiceId }) => practiceId));
}

/**
 * Recomputes a practice's entitlements. Call it in the transaction that changed a source.
 *
 * @returns true when something changed
 */
export async function recompute(transaction: Db, practiceId: number, audit: RecomputeContext): Promise<boolean> {
  await lockEntitlements(transaction, practiceId);
  const before = await readEntitlements(transaction, practiceId);
  const sources = (await readEntitlementInputs(transaction, [practiceId])).get(practiceId) ?? noInputs;
  return (await applyEntitlements(transaction, [{ practiceId, before, sources }], audit)).has(practiceId);
}

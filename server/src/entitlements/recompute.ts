/** Keeps what practices may use in step with its sources. */
import type { Doing } from '../audit/actor.js';
import { recordAudits } from '../audit/audit-log.js';
import { bundlesByName, named } from '../catalogue/catalogue.js';
import type { Db } from '../database/tables.js';
import {
  type Entitlement,
  type EntitlementChange,
  type Giver,
  changesBetween,
  computeEntitlements,
  differenceBetween,
  keyOf,
} from './entitlements.js';
import { readSources } from './entitlement-sources.js';
import { lockEntitlementsOf, readEntitlementsOf, writeEntitlements } from './kept-entitlements.js';
import { type ProductChange, recordProductChanges } from './product-history.js';
import { type Sources, giversOf, noSources } from './sources.js';
import { noteUsage } from './usage.js';

export interface Recomputing extends Doing {
  /** Why, for the history. */
  notes?: string;
}

export async function readEntitlements(db: Db, practice: number): Promise<Entitlement[]> {
  return (await readEntitlementsOf(db, [practice])).get(practice) ?? [];
}

/** Holds a practice's entitlements against other writers until the transaction ends. */
export function lockEntitlements(transaction: Db, practice: number): Promise<void> {
  return lockEntitlementsOf(transaction, [practice]);
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

/** A practice with what it might use before, and what gives it bundles and features now. */
export interface Resourced {
  practice: number;
  before: readonly Entitlement[];
  sources: Sources;
}

interface Changed extends Resourced {
  after: readonly Entitlement[];
  added: readonly Entitlement[];
  fresh: readonly Entitlement[];
  gone: readonly Entitlement[];
}

function changedOf(one: Resourced): Changed[] {
  const after = computeEntitlements(giversOf(one.sources), one.sources.revoked);
  const { added, altered, gone } = differenceBetween(one.before, after);
  const fresh = [...added, ...altered];
  return fresh.length + gone.length === 0 ? [] : [{ ...one, after, added, fresh, gone }];
}

/** Sources by kind and name, of the changed ones alone. */
function plain(list: readonly Entitlement[], names: ReadonlySet<string>): Record<string, string[]> {
  return Object.fromEntries(
    list.filter((one) => names.has(keyOf(one))).map((one) => [keyOf(one), one.sources] as const),
  );
}

/**
 * Computes what practices may use whose entitlements are locked, stores it, and writes the product history and the audit log
 * with it. What comes out the same leaves no trace.
 *
 * @returns practices that have changed
 */
export async function settle(
  transaction: Db,
  practices: readonly Resourced[],
  doing: Recomputing,
): Promise<Set<number>> {
  const changed = practices.flatMap(changedOf);
  if (changed.length === 0) return new Set();
  await writeEntitlements(transaction, changed, doing);
  await noteUsage(
    transaction,
    changed.flatMap(({ added, gone }) => [
      ...added.map(({ kind, name }) => ({ kind, name, by: 1 as const })),
      ...gone.map(({ kind, name }) => ({ kind, name, by: -1 as const })),
    ]),
  );
  await recordProductChanges(
    transaction,
    changed.flatMap(({ practice, before, after, sources }) => {
      const givers = giversOf(sources);
      return changesBetween(before, after).map((change) => historyOf(practice, change, givers, doing.notes));
    }),
    doing,
  );
  await recordAudits(
    transaction,
    changed.map(({ practice, before, after, fresh, gone }) => {
      const names = new Set([...fresh, ...gone].map(keyOf));
      return {
        practice,
        actor: doing.actor,
        at: doing.now,
        action: 'entitlements.change',
        entity: 'entitlements',
        entityId: String(practice),
        before: plain(before, names),
        after: plain(after, names),
      };
    }),
  );
  return new Set(changed.map(({ practice }) => practice));
}

/**
 * Computes what a practice may use anew. Call it in the transaction that changed a source.
 *
 * @returns true when something changed
 */
export async function recompute(transaction: Db, practice: number, doing: Recomputing): Promise<boolean> {
  await lockEntitlements(transaction, practice);
  const before = await readEntitlements(transaction, practice);
  const sources = (await readSources(transaction, [practice])).get(practice) ?? noSources;
  return (await settle(transaction, [{ practice, before, sources }], doing)).has(practice);
}

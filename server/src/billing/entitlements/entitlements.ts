/**
 * Computes the entitlements of a practice: (subscription items + trials + grants) - revocations (DESIGN 4; server rule
 * 9). Pure functions.
 */
import { entitlementSources } from 'shared-api/contracts';
import { allFeaturesOf, bundlesByName } from '../catalogue/catalogue.js';
import type { EntitlementKind } from './entitlements-tables.js';

export type SourceKind = (typeof entitlementSources)[number];

/** A source of bundles and features: a subscription item, a trial or a manual grant. */
export interface EntitlementSource {
  /** The id that manual revocations refer to: the id of an item, or `grant:bundle:core`. */
  id: string;
  source: SourceKind;
  bundles: readonly string[];
  features: readonly string[];
  /** When a trial ends. Null for other sources. */
  trialEnd: Date | null;
  /** Its name in the product history. */
  product: string | null;
}

export interface NamedEntitlement {
  kind: EntitlementKind;
  name: string;
}

/** A manual revocation. It applies to the sources that existed when it was made, not to a later purchase. */
export interface Revocation extends NamedEntitlement {
  /** Ids of the revoked sources. Null applies to all sources. */
  against: readonly string[] | null;
}

export interface Entitlement extends NamedEntitlement {
  /** In the order of the contract, without duplicates. */
  sources: SourceKind[];
  /** When the trial ends, or the last of several trials. Null without a trial. */
  trialEnd: Date | null;
}

export const keyOf = ({ kind, name }: NamedEntitlement): string => `${kind}:${name}`;

export const isSameEntitlement = (one: NamedEntitlement, other: NamedEntitlement): boolean =>
  one.kind === other.kind && one.name === other.name;

/** Keys of the items that a source doesn't grant because of manual revocations. */
export function withheldFrom({ id }: Pick<EntitlementSource, 'id'>, revoked: readonly Revocation[]): Set<string> {
  return new Set(revoked.filter(({ against }) => against === null || against.includes(id)).map(keyOf));
}

/**
 * The entitlements, sorted by kind and name. A withheld bundle grants none of its features; other sources still grant
 * them.
 */
export function computeEntitlements(
  activeSources: readonly EntitlementSource[],
  revoked: readonly Revocation[],
): Entitlement[] {
  const byKey = new Map<string, Entitlement>();
  const give = (
    kind: EntitlementKind,
    name: string,
    { source, trialEnd }: EntitlementSource,
    withheld: Set<string>,
  ): void => {
    const key = keyOf({ kind, name });
    if (withheld.has(key)) return;
    const before = byKey.get(key) ?? { kind, name, sources: [], trialEnd: null };
    const later = before.trialEnd !== null && trialEnd !== null && before.trialEnd > trialEnd;
    byKey.set(key, {
      ...before,
      sources: entitlementSources.filter((one) => one === source || before.sources.includes(one)),
      trialEnd: trialEnd === null || later ? before.trialEnd : trialEnd,
    });
  };
  for (const activeSource of activeSources) {
    const withheld = withheldFrom(activeSource, revoked);
    const bundles = activeSource.bundles.filter((name) => !withheld.has(keyOf({ kind: 'bundle', name })));
    for (const name of bundles) give('bundle', name, activeSource, withheld);
    for (const name of allFeaturesOf({ bundles, features: activeSource.features }))
      give('feature', name, activeSource, withheld);
  }
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entitlement]) => entitlement);
}

const hasSameSources = (one: Entitlement, other: Entitlement): boolean =>
  one.sources.join() === other.sources.join() && one.trialEnd?.getTime() === other.trialEnd?.getTime();

/** The additions, modifications and removals between two lists. */
export function diffEntitlements(
  before: readonly Entitlement[],
  after: readonly Entitlement[],
): { added: Entitlement[]; modified: Entitlement[]; removed: Entitlement[] } {
  const former = new Map(before.map((one) => [keyOf(one), one]));
  const added: Entitlement[] = [];
  const modified: Entitlement[] = [];
  for (const one of after) {
    const key = keyOf(one);
    const was = former.get(key);
    former.delete(key);
    if (!was) added.push(one);
    else if (!hasSameSources(was, one)) modified.push(one);
  }
  return { added, modified, removed: [...former.values()] };
}

/** True for an item that ends with its trial unless it is bought. */
export function isTrialOnly({ sources }: Pick<Entitlement, 'sources'>): boolean {
  return sources.length === 1 && sources[0] === 'trial';
}

export interface EntitlementChange extends NamedEntitlement {
  type: 'ADD_BUNDLE' | 'REMOVE_BUNDLE' | 'ADD_FEATURE' | 'REMOVE_FEATURE';
  /** For a bundle: the features that changed together with it. */
  features: string[];
}

/**
 * The product history's entries for a change. Trials have their own entries, so items from a trial only don't count
 * here. A feature that changes with its bundle is part of the bundle's entry.
 */
export function changesBetween(before: readonly Entitlement[], after: readonly Entitlement[]): EntitlementChange[] {
  const lasting = (list: readonly Entitlement[]): Entitlement[] => list.filter((one) => !isTrialOnly(one));
  const toChanges = (list: readonly Entitlement[], verb: 'ADD' | 'REMOVE'): EntitlementChange[] => {
    const bundles = list.filter(({ kind }) => kind === 'bundle');
    const features = list.filter(({ kind }) => kind === 'feature').map(({ name }) => name);
    const withBundles = new Set(bundles.flatMap(({ name }) => bundlesByName.get(name)?.features ?? []));
    return [
      ...bundles.map(({ name }) => ({
        type: `${verb}_BUNDLE` as const,
        kind: 'bundle' as const,
        name,
        features: features.filter((feature) => bundlesByName.get(name)?.features.includes(feature)),
      })),
      ...features
        .filter((name) => !withBundles.has(name))
        .map((name) => ({ type: `${verb}_FEATURE` as const, kind: 'feature' as const, name, features: [] })),
    ];
  };
  const { added, removed } = diffEntitlements(lasting(before), lasting(after));
  return [...toChanges(removed, 'REMOVE'), ...toChanges(added, 'ADD')];
}

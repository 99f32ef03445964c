/** What a practice may use: (subscription items + trials + grants) - revocations (DESIGN 4; server rule 9). Pure. */
import { entitlementSources } from 'shared-api/contracts';
import { allFeaturesOf, bundlesByName } from '../catalogue/catalogue.js';
import type { EntitlementKind } from '../database/tables/entitlements.js';

export type EntitlementSource = (typeof entitlementSources)[number];

/** Something that gives bundles and features. */
export interface Giver {
  /** By which a removal by hand remembers it: the id of an item, or `grant:bundle:core`. */
  id: string;
  source: EntitlementSource;
  bundles: readonly string[];
  features: readonly string[];
  /** When a trial ends; null for everything else. */
  trialEnd: Date | null;
  /** What it is called, for the history. */
  product: string | null;
}

export interface NamedEntitlement {
  kind: EntitlementKind;
  name: string;
}

/** A removal by hand. It holds against the givers that were there when it was made, and not against a later purchase. */
export interface Revocation extends NamedEntitlement {
  /** Ids of givers; null holds against everything. */
  against: readonly string[] | null;
}

export interface Entitlement extends NamedEntitlement {
  /** In the order of the contract, each once. */
  sources: EntitlementSource[];
  /** When the trial ends that gives it, the last one of several; null where none does. */
  trialEnd: Date | null;
}

export const keyOf = ({ kind, name }: NamedEntitlement): string => `${kind}:${name}`;

export const sameAs = (one: NamedEntitlement, other: NamedEntitlement): boolean =>
  one.kind === other.kind && one.name === other.name;

/** Keys of what a giver does not give, because of removals by hand. */
export function withheldFrom({ id }: Pick<Giver, 'id'>, revoked: readonly Revocation[]): Set<string> {
  return new Set(revoked.filter(({ against }) => against === null || against.includes(id)).map(keyOf));
}

/** In the order of kinds and names. A withheld bundle gives none of its features; what else gives them still does. */
export function computeEntitlements(givers: readonly Giver[], revoked: readonly Revocation[]): Entitlement[] {
  const found = new Map<string, Entitlement>();
  const give = (kind: EntitlementKind, name: string, { source, trialEnd }: Giver, withheld: Set<string>): void => {
    const key = keyOf({ kind, name });
    if (withheld.has(key)) return;
    const before = found.get(key) ?? { kind, name, sources: [], trialEnd: null };
    const later = before.trialEnd !== null && trialEnd !== null && before.trialEnd > trialEnd;
    found.set(key, {
      ...before,
      sources: entitlementSources.filter((one) => one === source || before.sources.includes(one)),
      trialEnd: trialEnd === null || later ? before.trialEnd : trialEnd,
    });
  };
  for (const giver of givers) {
    const withheld = withheldFrom(giver, revoked);
    const bundles = giver.bundles.filter((name) => !withheld.has(keyOf({ kind: 'bundle', name })));
    for (const name of bundles) give('bundle', name, giver, withheld);
    for (const name of allFeaturesOf({ bundles, features: giver.features })) give('feature', name, giver, withheld);
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entitlement]) => entitlement);
}

const isAlike = (one: Entitlement, other: Entitlement): boolean =>
  one.sources.join() === other.sources.join() && one.trialEnd?.getTime() === other.trialEnd?.getTime();

/** What is new, what of it was there in another way, and what is there no more. */
export function differenceBetween(
  before: readonly Entitlement[],
  after: readonly Entitlement[],
): { added: Entitlement[]; altered: Entitlement[]; gone: Entitlement[] } {
  const former = new Map(before.map((one) => [keyOf(one), one]));
  const added: Entitlement[] = [];
  const altered: Entitlement[] = [];
  for (const one of after) {
    const key = keyOf(one);
    const was = former.get(key);
    former.delete(key);
    if (!was) added.push(one);
    else if (!isAlike(was, one)) altered.push(one);
  }
  return { added, altered, gone: [...former.values()] };
}

/** True for what ends with its trial, unless somebody pays. */
export function isTrialOnly({ sources }: Pick<Entitlement, 'sources'>): boolean {
  return sources.length === 1 && sources[0] === 'trial';
}

export interface EntitlementChange extends NamedEntitlement {
  type: 'ADD_BUNDLE' | 'REMOVE_BUNDLE' | 'ADD_FEATURE' | 'REMOVE_FEATURE';
  /** Of a bundle: the features that came or went with it. */
  features: string[];
}

/**
 * What the history tells of a change. Trials have entries of their own, so what only a trial gives does not count here; a
 * feature that comes or goes with its bundle is told with the bundle.
 */
export function changesBetween(before: readonly Entitlement[], after: readonly Entitlement[]): EntitlementChange[] {
  const lasting = (list: readonly Entitlement[]): Entitlement[] => list.filter((one) => !isTrialOnly(one));
  const told = (list: readonly Entitlement[], verb: 'ADD' | 'REMOVE'): EntitlementChange[] => {
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
  const { added, gone } = differenceBetween(lasting(before), lasting(after));
  return [...told(gone, 'REMOVE'), ...told(added, 'ADD')];
}

/**
 * The sources of a practice's bundles and features, and the effect of manual changes on them (server rule 9). Pure
 * functions.
 */
import { allFeaturesOf, toNamedProduct } from '../catalogue/catalogue.js';
import {
  type EntitlementSource,
  type NamedEntitlement,
  type Revocation,
  keyOf,
  isSameEntitlement,
} from './entitlements.js';

export interface EntitlementInputs {
  /** Items of subscriptions on which the practice has a seat. */
  items: readonly EntitlementSource[];
  /** Added manually. */
  grants: readonly NamedEntitlement[];
  revoked: readonly Revocation[];
}

export const noInputs: EntitlementInputs = { items: [], grants: [], revoked: [] };

/** Bundles and features that staff add and remove manually. */
export interface ManualChange {
  grant: readonly NamedEntitlement[];
  revoke: readonly NamedEntitlement[];
}

export function sourcesOf({ items, grants }: EntitlementInputs): EntitlementSource[] {
  const byHand = grants.map(({ kind, name }): EntitlementSource => ({
    id: `grant:${keyOf({ kind, name })}`,
    source: 'grant',
    bundles: kind === 'bundle' ? [name] : [],
    features: kind === 'feature' ? [name] : [],
    trialEnd: null,
    product: toNamedProduct(name).display_name,
  }));
  return [...items, ...byHand];
}

/** True when a source grants the bundle or feature, directly or through a bundle. */
export function sourceGrants(
  { bundles, features }: Pick<EntitlementSource, 'bundles' | 'features'>,
  { kind, name }: NamedEntitlement,
): boolean {
  return kind === 'bundle' ? bundles.includes(name) : allFeaturesOf({ bundles, features }).has(name);
}

/** A manual revocation of all current sources. Sources of an earlier revocation stay withheld. */
export function revocationOf(sources: EntitlementInputs, { kind, name }: NamedEntitlement): Revocation {
  const activeSources = sourcesOf(sources).filter((activeSource) => sourceGrants(activeSource, { kind, name }));
  const earlier = sources.revoked.find((one) => isSameEntitlement(one, { kind, name }));
  if (earlier && earlier.against === null) return earlier;
  return { kind, name, against: [...new Set([...(earlier?.against ?? []), ...activeSources.map(({ id }) => id)])] };
}

/**
 * Revocations of one manual change. They also apply to its grants: adding a bundle and removing one of its features
 * gives the bundle without that feature.
 */
export function revocationsOf(sources: EntitlementInputs, { grant, revoke }: ManualChange): Revocation[] {
  const granted = { ...sources, grants: [...sources.grants, ...grant] };
  return revoke.map((one) => revocationOf(granted, one));
}

/** A grant deletes a revocation, and a revocation deletes a grant. */
export function applyManualChange(sources: EntitlementInputs, change: ManualChange): EntitlementInputs {
  const { items, grants, revoked } = sources;
  const subtract = <One extends NamedEntitlement>(list: readonly One[], others: readonly NamedEntitlement[]): One[] =>
    list.filter((one) => !others.some((other) => isSameEntitlement(one, other)));
  return {
    items,
    grants: [...subtract(subtract(grants, change.revoke), change.grant), ...change.grant],
    revoked: [...subtract(subtract(revoked, change.grant), change.revoke), ...revocationsOf(sources, change)],
  };
}

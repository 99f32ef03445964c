/** What gives a practice its bundles and features, and how changes by hand alter it (server rule 9). Pure. */
import { allFeaturesOf, named } from '../catalogue/catalogue.js';
import { type Giver, type NamedEntitlement, type Revocation, keyOf, sameAs } from './entitlements.js';

export interface Sources {
  /** Items of subscriptions on which the practice has a seat. */
  items: readonly Giver[];
  /** By hand. */
  grants: readonly NamedEntitlement[];
  revoked: readonly Revocation[];
}

export const noSources: Sources = { items: [], grants: [], revoked: [] };

/** What is given and taken by hand. */
export interface ByHand {
  grant: readonly NamedEntitlement[];
  revoke: readonly NamedEntitlement[];
}

export function giversOf({ items, grants }: Sources): Giver[] {
  const byHand = grants.map(({ kind, name }): Giver => ({
    id: `grant:${keyOf({ kind, name })}`,
    source: 'grant',
    bundles: kind === 'bundle' ? [name] : [],
    features: kind === 'feature' ? [name] : [],
    trialEnd: null,
    product: named(name).display_name,
  }));
  return [...items, ...byHand];
}

/** True where a giver has a bundle or a feature in it, directly or with a bundle. */
export function gives(
  { bundles, features }: Pick<Giver, 'bundles' | 'features'>,
  { kind, name }: NamedEntitlement,
): boolean {
  return kind === 'bundle' ? bundles.includes(name) : allFeaturesOf({ bundles, features }).has(name);
}

/** A removal by hand of what is given now. What an earlier one held against stays withheld. */
export function revocationOf(sources: Sources, { kind, name }: NamedEntitlement): Revocation {
  const givers = giversOf(sources).filter((giver) => gives(giver, { kind, name }));
  const earlier = sources.revoked.find((one) => sameAs(one, { kind, name }));
  if (earlier && earlier.against === null) return earlier;
  return { kind, name, against: [...new Set([...(earlier?.against ?? []), ...givers.map(({ id }) => id)])] };
}

/**
 * Revocations of one change by hand. They hold against what the same change grants too: whoever adds a bundle and removes one
 * of its features gets the bundle without it.
 */
export function revocationsOf(sources: Sources, { grant, revoke }: ByHand): Revocation[] {
  const granted = { ...sources, grants: [...sources.grants, ...grant] };
  return revoke.map((one) => revocationOf(granted, one));
}

/** Granting lifts a revocation; revoking ends a grant. */
export function withByHand(sources: Sources, change: ByHand): Sources {
  const { items, grants, revoked } = sources;
  const without = <One extends NamedEntitlement>(list: readonly One[], others: readonly NamedEntitlement[]): One[] =>
    list.filter((one) => !others.some((other) => sameAs(one, other)));
  return {
    items,
    grants: [...without(without(grants, change.revoke), change.grant), ...change.grant],
    revoked: [...without(without(revoked, change.grant), change.revoke), ...revocationsOf(sources, change)],
  };
}

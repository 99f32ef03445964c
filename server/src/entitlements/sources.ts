/** What gives a practice its bundles and features, and how changes by hand alter it (server rule 9). Pure. */
import { named } from '../catalogue/catalogue.js';
import { type Giver, type NamedEntitlement, sameAs } from './entitlements.js';

/** An item of a subscription on which the practice has a seat. */
export interface ItemGiver extends Giver {
  item: string;
}

export interface Sources {
  items: readonly ItemGiver[];
  /** By hand. */
  grants: readonly NamedEntitlement[];
  revoked: readonly NamedEntitlement[];
}

export const noSources: Sources = { items: [], grants: [], revoked: [] };

/** What is given and taken by hand. */
export interface ByHand {
  grant: readonly NamedEntitlement[];
  revoke: readonly NamedEntitlement[];
}

export function giversOf({ items, grants }: Sources): Giver[] {
  const byHand = grants.map(({ kind, name }): Giver => ({
    source: 'grant',
    bundles: kind === 'bundle' ? [name] : [],
    features: kind === 'feature' ? [name] : [],
    trialEnd: null,
    product: named(name).display_name,
  }));
  return [...items, ...byHand];
}

/** Granting lifts a revocation; revoking ends a grant. */
export function withByHand({ items, grants, revoked }: Sources, change: ByHand): Sources {
  const without = (list: readonly NamedEntitlement[], others: readonly NamedEntitlement[]): NamedEntitlement[] =>
    list.filter((one) => !others.some((other) => sameAs(one, other)));
  return {
    items,
    grants: [...without(without(grants, change.revoke), change.grant), ...change.grant],
    revoked: [...without(without(revoked, change.grant), change.revoke), ...change.revoke],
  };
}

/** What a change of sources gives and takes, for people to read before they make it. Pure. */
import type { FeaturesEffect } from 'shared-api/contracts';
import { allFeaturesOf, bundlesByName, named } from '../catalogue/catalogue.js';
import {
  type Entitlement,
  type Giver,
  computeEntitlements,
  differenceBetween,
  keyOf,
  withheldFrom,
} from './entitlements.js';
import { messages } from './messages.js';
import { type Sources, giversOf } from './sources.js';

function wordsFor({ source, bundles, product }: Giver): string {
  if (source === 'subscription') return messages.through.subscription(product ?? '');
  if (source === 'trial') return messages.through.trial(product ?? '');
  return bundles.length > 0 ? messages.through.bundle(product ?? '') : messages.through.byHand;
}

/** Features that a giver gives while these bundles are revoked. */
function featuresOf(giver: Giver, revoked: Sources['revoked']): Set<string> {
  const withheld = withheldFrom(giver, revoked);
  const bundles = giver.bundles.filter((name) => !withheld.has(keyOf({ kind: 'bundle', name })));
  return allFeaturesOf({ bundles, features: giver.features });
}

const only = (list: readonly Entitlement[], kind: Entitlement['kind']) =>
  list.filter((one) => one.kind === kind).map(({ name }) => named(name));

/** Features that one would think lost: of bundles that go, and of items that are no more. */
function endangered(before: Sources, after: Sources, lostBundles: readonly { name: string }[]): Set<string> {
  const items = new Set(after.items.map(({ id }) => id));
  const gone = before.items.filter(({ id }) => !items.has(id));
  return new Set([
    ...lostBundles.flatMap(({ name }) => bundlesByName.get(name)?.features ?? []),
    ...gone.flatMap((giver) => [...allFeaturesOf(giver)]),
  ]);
}

export function effectOf(before: Sources, after: Sources): FeaturesEffect {
  const had = computeEntitlements(giversOf(before), before.revoked);
  const has = computeEntitlements(giversOf(after), after.revoked);
  const { added: gained, gone: lost } = differenceBetween(had, has);
  const bundlesLost = only(lost, 'bundle');
  const candidates = endangered(before, after, bundlesLost);
  const [then, now] = [new Set(only(had, 'feature').map(({ name }) => name)), only(has, 'feature')];
  return {
    bundles_gained: only(gained, 'bundle'),
    bundles_lost: bundlesLost,
    features_gained: only(gained, 'feature'),
    features_lost: only(lost, 'feature'),
    features_kept: now
      .filter(({ name }) => then.has(name) && candidates.has(name))
      .map((feature) => {
        const givers = giversOf(after).filter((giver) => featuresOf(giver, after.revoked).has(feature.name));
        return { ...feature, through: [...new Set(givers.map(wordsFor))] };
      }),
  };
}

/** The entitlements that a change of sources adds and removes, as a preview. Pure functions. */
import type { FeaturesEffect } from 'shared-api/contracts';
import { allFeaturesOf, bundlesByName, toNamedProduct } from '../catalogue/catalogue.js';
import {
  type Entitlement,
  type EntitlementSource,
  computeEntitlements,
  diffEntitlements,
  keyOf,
  withheldFrom,
} from './entitlements.js';
import { messages } from './messages.js';
import { type EntitlementInputs, sourcesOf } from './sources.js';

function wordsFor({ source, bundles, product }: EntitlementSource): string {
  if (source === 'subscription') return messages.through.subscription(product ?? '');
  if (source === 'trial') return messages.through.trial(product ?? '');
  return bundles.length > 0 ? messages.through.bundle(product ?? '') : messages.through.byHand;
}

/** Features that a source grants while these bundles are revoked. */
function featuresOf(activeSource: EntitlementSource, revoked: EntitlementInputs['revoked']): Set<string> {
  const withheld = withheldFrom(activeSource, revoked);
  const bundles = activeSource.bundles.filter((name) => !withheld.has(keyOf({ kind: 'bundle', name })));
  return allFeaturesOf({ bundles, features: activeSource.features });
}

const only = (list: readonly Entitlement[], kind: Entitlement['kind']) =>
  list.filter((one) => one.kind === kind).map(({ name }) => toNamedProduct(name));

/** Features that the change may remove: those of removed bundles and of ended items. */
function endangered(
  before: EntitlementInputs,
  after: EntitlementInputs,
  lostBundles: readonly { name: string }[],
): Set<string> {
  const items = new Set(after.items.map(({ id }) => id));
  const removed = before.items.filter(({ id }) => !items.has(id));
  return new Set([
    ...lostBundles.flatMap(({ name }) => bundlesByName.get(name)?.features ?? []),
    ...removed.flatMap((activeSource) => [...allFeaturesOf(activeSource)]),
  ]);
}

export function effectOf(before: EntitlementInputs, after: EntitlementInputs): FeaturesEffect {
  const had = computeEntitlements(sourcesOf(before), before.revoked);
  const has = computeEntitlements(sourcesOf(after), after.revoked);
  const { added: gained, removed: lost } = diffEntitlements(had, has);
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
        const activeSources = sourcesOf(after).filter((activeSource) =>
          featuresOf(activeSource, after.revoked).has(feature.name),
        );
        return { ...feature, through: [...new Set(activeSources.map(wordsFor))] };
      }),
  };
}

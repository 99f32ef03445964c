/**
 * Decides which add-ons can be added to a subscription or a new plan. The page, the preview and the purchase use this
 * result.
 */
import type { AddOnContext, AddOnStatus, OptionalFeature, PlanInterval } from 'shared-api/contracts';
import { type CataloguePlan, allFeaturesOf, contentsOf, toNamedProduct } from '../catalogue/catalogue.js';
import type { CataloguePrices } from '../catalogue/catalogue-prices.js';
import { optionalFeatures } from '../catalogue/catalogue-view.js';
import type { Db } from '../../platform/database/tables.js';
import { readEntitlementInputs } from '../entitlements/entitlement-sources.js';
import { computeEntitlements } from '../entitlements/entitlements.js';
import { type EntitlementInputs, sourceGrants, sourcesOf, noInputs } from '../entitlements/sources.js';
import type { MirroredSubscription } from './mirror/read-mirror.js';

/** The subscription or plan that add-ons would be added to. */
export type AddOnTarget =
  | { kind: 'subscription'; subscription: MirroredSubscription }
  | { kind: 'plan'; plan: CataloguePlan };

export interface PracticeAddOns extends AddOnContext {
  sources: EntitlementInputs;
}

const intervalNames: Record<PlanInterval, string> = { month: 'monthly', year: 'yearly' };

/** Bundles and features of the target itself. */
function contentsOfTarget(target: AddOnTarget, { keyOf }: CataloguePrices) {
  if (target.kind === 'plan') {
    return { interval: target.plan.interval, bundles: target.plan.bundles, features: [...allFeaturesOf(target.plan)] };
  }
  const { items, own } = target.subscription;
  const contents = items
    .filter(({ id }) => own.has(id))
    .flatMap(({ price_id: priceId }) => contentsOf(keyOf.get(priceId)) ?? []);
  const core = contents.filter(({ addOn }) => addOn === null);
  return {
    interval: items[0]?.interval ?? 'month',
    bundles: contents.flatMap(({ bundles }) => bundles),
    features: core.flatMap((one) => [...allFeaturesOf(one)]),
  };
}

/**
 * The input of the rules in `shared-api/rules/add-ons`. `active` contains every feature that the practice can use, and
 * every feature that it pays for although staff withhold it, because buying it again would give nothing.
 */
export function addOnContextOf(
  target: AddOnTarget,
  sources: EntitlementInputs,
  prices: CataloguePrices,
): PracticeAddOns {
  const usable = computeEntitlements(sourcesOf(sources), sources.revoked).filter(({ kind }) => kind === 'feature');
  const paid = sources.items.flatMap((item) => [...allFeaturesOf(item)]);
  const own = contentsOfTarget(target, prices);
  return {
    features: optionalFeatures(prices),
    interval: own.interval,
    bundles: [...new Set(own.bundles)],
    active: [...new Set([...usable.map(({ name }) => name), ...paid, ...own.features])],
    included: own.features,
    sources,
  };
}

/** As `addOnContextOf`, for a practice. */
export async function readAddOnContext(
  db: Db,
  practiceId: number,
  target: AddOnTarget,
  prices: CataloguePrices,
): Promise<PracticeAddOns> {
  const sources = await readEntitlementInputs(db, [practiceId], Promise.resolve(prices));
  return addOnContextOf(target, sources.get(practiceId) ?? noInputs, prices);
}

const namesOf = (names: readonly string[]): string => names.map((name) => toNamedProduct(name).display_name).join(', ');

/** The sources of a practice's feature, as text for people. */
export function throughOf(sources: EntitlementInputs, feature: string): string {
  const granting = sourcesOf(sources).filter((source) => sourceGrants(source, { kind: 'feature', name: feature }));
  const products = granting.map(({ source, product }) =>
    source === 'grant'
      ? 'an addition by staff'
      : source === 'trial'
        ? `the trial of ${product ?? ''}`
        : (product ?? ''),
  );
  return [...new Set(products)].join(', ');
}

/** The reason why an add-on isn't offered, as text for people. Null when it is offered. */
export function reasonOf(
  feature: OptionalFeature,
  { state, names }: AddOnStatus,
  { interval, sources }: PracticeAddOns,
): string | null {
  switch (state) {
    case 'offered':
      return null;
    case 'included':
      return `Included in ${namesOf(names)}.`;
    case 'active': {
      const through = throughOf(sources, feature.feature_name);
      return through === feature.display_name ? 'Already added.' : `Already active through ${through}.`;
    }
    case 'excluded':
      return `Can’t be combined with ${namesOf(names)}.`;
    case 'needs':
      return `Needs ${namesOf(names)}.`;
    case 'group_full':
      return `${names[0] ?? feature.feature_group} allows at most ${String(feature.group_max_allowed)} features.`;
    case 'no_price':
      return `Not sold with ${intervalNames[interval]} billing.`;
  }
}

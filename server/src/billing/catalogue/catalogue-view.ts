/**
 * The catalogue as the contracts define it, with the ids of its prices. Items without a price at the provider aren't
 * offered.
 */
import type { OptionalFeature, Plan } from 'shared-api/contracts';
import { addOns, groupRules } from './add-ons.js';
import { CURRENCY, type CataloguePlan, featuresByName, toNamedProduct } from './catalogue.js';
import type { CataloguePrices } from './catalogue-prices.js';
import { plans } from './plans.js';

export function planView(plan: CataloguePlan, priceId: string): Plan {
  return {
    id: priceId,
    name: plan.name,
    amount: plan.amount,
    currency: CURRENCY,
    interval: plan.interval,
    features: plan.features.map(toNamedProduct),
    bundles: plan.bundles.map(toNamedProduct),
  };
}

/** Plans that are currently sold, each with the id of its price. */
export function plansOnSale({ current }: CataloguePrices): { plan: CataloguePlan; priceId: string }[] {
  return plans.flatMap((plan) => {
    const priceId = current.get(plan.key);
    return priceId === undefined ? [] : [{ plan, priceId }];
  });
}

export function optionalFeatures({ current }: CataloguePrices): OptionalFeature[] {
  return addOns.map((addOn, index) => {
    const { name, min, max } = groupRules.find((group) => group.name === addOn.group) ?? {
      name: addOn.group,
      min: 0,
      max: null,
    };
    const feature = featuresByName.get(addOn.feature);
    return {
      feature_name: addOn.feature,
      display_name: feature?.displayName ?? addOn.feature,
      ...(feature && { description: feature.description }),
      bundle_name: addOn.bundle,
      feature_group: name,
      group_min_required: min,
      group_max_allowed: max,
      display_order: index + 1,
      is_recommended: addOn.isRecommended ?? false,
      mutually_exclusive_with: [...(addOn.excludes ?? [])],
      incompatible_with: [...(addOn.incompatible ?? [])],
      requires_features: [...(addOn.requires ?? [])],
      stripe_plans: addOn.prices.flatMap(({ key, interval, amount, isDefault }) => {
        const id = current.get(key);
        return id === undefined ? [] : [{ is_default: isDefault, plan: { id, amount, interval } }];
      }),
    };
  });
}

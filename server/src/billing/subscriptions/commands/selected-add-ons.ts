/**
 * Validates selected add-ons by the same rules as the page (specification: billing, 5; server rule 5). Pure functions.
 */
import { type ChosenFeature, addOnStatus, priceFor, selectionProblems } from 'shared-api/contracts';
import { type AppError, invalid } from '../../../platform/errors/app-error.js';
import { type PracticeAddOns, reasonOf } from '../add-on-rules.js';

/**
 * @returns the ids of the selected prices
 * @throws AppError `invalid` naming the unavailable add-on, or what the selection lacks
 */
export function pricesOfAddOns(selected: readonly ChosenFeature[], context: PracticeAddOns): string[] {
  const names = selected.map(({ feature_name: name }) => name);
  selected.forEach(({ feature_name: name, plan_id: priceId, bundle_name: bundle }, index) => {
    const refuse = (field: string, message: string): AppError =>
      invalid(message, { [`optional_features.${index}.${field}`]: message });
    const feature = context.features.find((one) => one.feature_name === name && one.bundle_name === bundle);
    if (!feature) throw refuse('feature_name', 'This add-on isn’t available for this bundle.');
    if (names.indexOf(name) !== index) throw refuse('feature_name', `${feature.display_name} is selected twice.`);
    if (!feature.stripe_plans.some(({ plan }) => plan.id === priceId)) {
      throw refuse('plan_id', `This isn’t a price of ${feature.display_name}.`);
    }
    if (priceFor(feature, context.interval)?.id !== priceId) {
      throw refuse('plan_id', `${feature.display_name} isn’t sold at this price for this subscription.`);
    }
    const reason = reasonOf(feature, addOnStatus(feature, context), context);
    if (reason !== null) throw refuse('feature_name', `${feature.display_name}: ${reason}`);
  });
  const [problem] = selectionProblems(names, context);
  if (problem) throw invalid(problem.message, { optional_features: problem.message });
  return selected.map(({ plan_id: priceId }) => priceId);
}

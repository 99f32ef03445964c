/** Add-ons as they were chosen, judged by the rules that the browser shows (specification: billing, 5; server rule 5). Pure. */
import { type AddOnContext, type ChosenFeature, selectionProblems } from 'shared-api/contracts';
import { type Refusal, invalid } from '../../http/refusal.js';

/**
 * @returns the ids of the chosen prices
 * @throws Refusal `invalid` naming the one that cannot be chosen, or what the selection lacks
 */
export function pricesOfChosen(chosen: readonly ChosenFeature[], context: AddOnContext): string[] {
  const names = chosen.map(({ feature_name: name }) => name);
  chosen.forEach(({ feature_name: name, plan_id: plan, bundle_name: bundle }, index) => {
    const refuse = (field: string, words: string): Refusal =>
      invalid(words, { [`optional_features.${index}.${field}`]: words });
    const feature = context.features.find((one) => one.feature_name === name && one.bundle_name === bundle);
    if (!feature) throw refuse('feature_name', `There is no feature ${name} for the bundle ${bundle}.`);
    if (names.indexOf(name) !== index) throw refuse('feature_name', `${feature.display_name} was chosen twice.`);
    const price = feature.stripe_plans.find((one) => one.plan.id === plan);
    if (!price) throw refuse('plan_id', `This is no price of ${feature.display_name}.`);
    if (price.plan.interval !== context.interval) {
      throw refuse('plan_id', `This price of ${feature.display_name} is for another interval than the subscription’s.`);
    }
    if (context.active.includes(name)) throw refuse('feature_name', `${feature.display_name} is active already.`);
  });
  const [problem] = selectionProblems(names, context);
  if (problem) throw invalid(problem.message, { optional_features: problem.message });
  return chosen.map(({ plan_id: plan }) => plan);
}

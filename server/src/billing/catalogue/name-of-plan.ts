import { nameOfPrice, plansByKey } from './catalogue.js';
import type { CataloguePrices } from './catalogue-prices.js';

/** A subscription's display name: the name of its plan. Undefined without items. */
export function nameOfPlan(
  items: readonly { price_id: string; name: string }[],
  keyOf: CataloguePrices['keyOf'],
): string | undefined {
  const plan = items.find(({ price_id: id }) => plansByKey.has(keyOf.get(id) ?? '')) ?? items[0];
  return plan && (nameOfPrice(keyOf.get(plan.price_id)) ?? plan.name);
}

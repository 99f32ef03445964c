/** Common parts of all previews. */
import type Stripe from 'stripe';
import type { CostPreview } from 'shared-api/contracts';
import type { CataloguePrices } from '../../catalogue/catalogue-prices.js';
import { allFeaturesOf, contentsOf, nameOfPrice } from '../../catalogue/catalogue.js';
import { restoredBy, readWithheld } from '../../entitlements/withheld.js';
import type { BillingContext } from '../billing-context.js';
import { withAllLines } from './provider-previews.js';

/** The account and time of a preview. */
export interface PreviewContext extends BillingContext {
  now: Date;
}

export const emptyPreview: Omit<CostPreview, 'currency' | 'effective_at'> = {
  due_today: 0,
  lines: [],
  next_invoice: null,
  recurring: null,
  credit: 0,
  card: null,
  trial_end: null,
  starts: [],
  ends: [],
  lifts: [],
  paid_twice: [],
};

export const namesOf = (priceIds: readonly string[], { keyOf }: CataloguePrices): string[] =>
  priceIds.map((priceId) => nameOfPrice(keyOf.get(priceId)) ?? priceId);

/** Bundles and features that prices include. */
function contentsOfPrices(priceIds: readonly string[], { keyOf }: CataloguePrices) {
  const contents = priceIds.flatMap((priceId) => contentsOf(keyOf.get(priceId)) ?? []);
  return {
    bundles: contents.flatMap(({ bundles }) => bundles),
    features: contents.flatMap((one) => [...allFeaturesOf(one)]),
  };
}

/** Manual removals that buying these prices would restore. */
export async function liftsOf(
  { db, practiceId }: BillingContext,
  priceIds: readonly string[],
  catalogue: CataloguePrices,
) {
  return restoredBy(await readWithheld(db, practiceId, true), contentsOfPrices(priceIds, catalogue));
}

/** A preview with all of its lines. */
export const previewWithAllLines = async (stripe: Stripe, preview: Promise<Stripe.Invoice>): Promise<Stripe.Invoice> =>
  withAllLines(stripe, await preview);

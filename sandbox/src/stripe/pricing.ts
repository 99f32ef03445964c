/** Calculates what quantities of a price cost: https://docs.stripe.com/products-prices/pricing-models. Pure. */
import type Stripe from 'stripe';
import type { StoredPrice } from './store.js';

type Tier = Stripe.Price.Tier;

/** The cost of one unit in the currency's smallest unit, with decimals. */
const unitAmount = (amount: number | null, decimal: unknown): number =>
  decimal === null || decimal === undefined ? (amount ?? 0) : Number(String(decimal));

const tierAmount = (
  { unit_amount, unit_amount_decimal, flat_amount, flat_amount_decimal }: Tier,
  units: number,
): number => unitAmount(unit_amount, unit_amount_decimal) * units + unitAmount(flat_amount, flat_amount_decimal);

/** All units at the price of their tier (`volume`), or each tier's units at its own price (`graduated`). */
function tieredAmount(tiers: readonly Tier[], mode: string | null, quantity: number): number {
  if (mode === 'volume') {
    const tier = tiers.find(({ up_to: upTo }) => upTo === null || quantity <= upTo);
    return tier ? tierAmount(tier, quantity) : 0;
  }
  let billed = 0;
  let amount = 0;
  for (const tier of tiers) {
    const units = Math.min(quantity, tier.up_to ?? Infinity) - billed;
    // The flat amount of the first tier is due even if the quantity is 0.
    if (units > 0 || billed === 0) amount += tierAmount(tier, Math.max(0, units));
    billed += Math.max(0, units);
    if (billed >= quantity) break;
  }
  return amount;
}

export const isMetered = (price: Stripe.Price): boolean => price.recurring?.usage_type === 'metered';

/** The amount of a quantity of a price, in whole units of the currency's smallest unit. */
export function amountOf(price: StoredPrice, quantity: number): number {
  const { transform_quantity: transform } = price;
  const packages = transform ? quantity / transform.divide_by : quantity;
  const billed = transform ? (transform.round === 'up' ? Math.ceil(packages) : Math.floor(packages)) : quantity;
  return Math.round(
    price.billing_scheme === 'tiered'
      ? tieredAmount(price.tiers ?? [], price.tiers_mode, billed)
      : unitAmount(price.unit_amount, price.unit_amount_decimal) * billed,
  );
}

/**
 * The cost of a price's quantity per period: https://docs.stripe.com/products-prices/pricing-models. Pure functions.
 */
import type Stripe from 'stripe';

type Price = Pick<
  Stripe.Price,
  'billing_scheme' | 'recurring' | 'tiers' | 'tiers_mode' | 'transform_quantity' | 'unit_amount_decimal'
>;

const decimalOf = (decimal: Stripe.Decimal | null, amount: number | null): number => Number(decimal ?? amount ?? 0);

function amountInTier(tier: Stripe.Price.Tier, units: number): number {
  const each = decimalOf(tier.unit_amount_decimal, tier.unit_amount);
  return each * units + decimalOf(tier.flat_amount_decimal, tier.flat_amount);
}

/** All units cost the price of the quantity's tier. */
function volumeAmount(tiers: readonly Stripe.Price.Tier[], quantity: number): number {
  const tier = tiers.find(({ up_to: upTo }) => upTo === null || quantity <= upTo);
  return tier ? amountInTier(tier, quantity) : 0;
}

/** Each tier's units cost their own tier's price. The first tier's flat amount is due even without units. */
function graduatedAmount(tiers: readonly Stripe.Price.Tier[], quantity: number): number {
  return tiers.reduce((sum, tier, index) => {
    const below = tiers[index - 1]?.up_to ?? 0;
    const units = Math.min(quantity, tier.up_to ?? Infinity) - below;
    return units > 0 || index === 0 ? sum + amountInTier(tier, Math.max(0, units)) : sum;
  }, 0);
}

function unitsOf({ transform_quantity: transform }: Price, quantity: number): number {
  if (!transform) return quantity;
  const packages = quantity / transform.divide_by;
  return transform.round === 'up' ? Math.ceil(packages) : Math.floor(packages);
}

/**
 * In whole units of the currency's smallest unit, although a price may have fractions.
 *
 * @param price with its tiers expanded
 * @returns undefined if usage determines it, or if tiers aren't expanded
 */
export function amountOfQuantity(price: Price, quantity: number): number | undefined {
  const { billing_scheme: scheme, recurring, tiers, tiers_mode: mode } = price;
  if (recurring?.usage_type === 'metered') return undefined;
  const units = unitsOf(price, quantity);
  if (scheme !== 'tiered') return Math.round(decimalOf(price.unit_amount_decimal, null) * units);
  if (!tiers) return undefined;
  return Math.round(mode === 'volume' ? volumeAmount(tiers, units) : graduatedAmount(tiers, units));
}

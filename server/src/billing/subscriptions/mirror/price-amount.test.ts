import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { amountOfQuantity } from './price-amount.js';

type Price = Parameters<typeof amountOfQuantity>[0];

const tier = (upTo: number | null, each: number, flat: number | null = null): Stripe.Price.Tier => ({
  up_to: upTo,
  unit_amount: each,
  unit_amount_decimal: Stripe.Decimal.from(each),
  flat_amount: flat,
  flat_amount_decimal: flat === null ? null : Stripe.Decimal.from(flat),
});

const aPrice = (fields: Partial<Price> = {}): Price => ({
  billing_scheme: 'per_unit',
  recurring: null,
  tiers_mode: null,
  transform_quantity: null,
  unit_amount_decimal: Stripe.Decimal.from(1_000),
  ...fields,
});

const tiers = [tier(2, 5_000, 700), tier(5, 4_000, 300), tier(null, 3_000)];
const tiered = (mode: 'graduated' | 'volume'): Price =>
  aPrice({ billing_scheme: 'tiered', tiers, tiers_mode: mode, unit_amount_decimal: null });

describe('amountOfQuantity', () => {
  it.each([
    ['multiplies the price of a unit', aPrice(), 3, 3_000],
    ['rounds the sum of fractions', aPrice({ unit_amount_decimal: Stripe.Decimal.from('0.25') }), 1_010, 253],
    ['charges started packages', aPrice({ transform_quantity: { divide_by: 3, round: 'up' } }), 7, 3_000],
    ['charges whole packages', aPrice({ transform_quantity: { divide_by: 3, round: 'down' } }), 7, 2_000],
    ['charges each tier at its own price', tiered('graduated'), 7, 10_700 + 12_300 + 6_000],
    ['charges within the first tier', tiered('graduated'), 1, 5_700],
    ['charges a full tier', tiered('graduated'), 5, 10_700 + 12_300],
    ['charges the first tier’s flat amount without a unit', tiered('graduated'), 0, 700],
    ['charges all units at the price of their tier', tiered('volume'), 7, 21_000],
    ['charges a tier up to its bound', tiered('volume'), 5, 20_300],
  ])('%s', (_what, price, quantity, amount) => {
    expect(amountOfQuantity(price, quantity)).toBe(amount);
  });

  it('returns undefined for usage and for unexpanded tiers', () => {
    const metered = { usage_type: 'metered' } as Stripe.Price.Recurring;
    expect(amountOfQuantity(aPrice({ recurring: metered }), 3)).toBeUndefined();
    expect(amountOfQuantity(aPrice({ billing_scheme: 'tiered' }), 3)).toBeUndefined();
  });
});

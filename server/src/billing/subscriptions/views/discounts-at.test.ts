import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type DiscountSources, discountsAt, isActiveThen } from './discounts-at.js';

const JANUARY = Date.UTC(2026, 0, 10) / 1000;
const MARCH = Date.UTC(2026, 2, 10) / 1000;
const APRIL = Date.UTC(2026, 3, 10) / 1000;
const MAY = Date.UTC(2026, 4, 10) / 1000;
const JUNE = Date.UTC(2026, 5, 10) / 1000;

const forThreeMonths: Stripe.Coupon = {
  id: 'for_three_months',
  object: 'coupon',
  amount_off: null,
  created: JANUARY,
  currency: null,
  duration: 'repeating',
  duration_in_months: 3,
  livemode: false,
  max_redemptions: null,
  metadata: null,
  name: null,
  percent_off: 50,
  redeem_by: null,
  times_redeemed: 1,
  valid: true,
};

/** Redeemed in January, so that April's invoice is the first without it. */
const redeemed: Stripe.Discount = {
  id: 'di_january',
  object: 'discount',
  checkout_session: null,
  customer: 'cus_1',
  customer_account: null,
  end: APRIL,
  invoice: null,
  invoice_item: null,
  promotion_code: null,
  source: { coupon: forThreeMonths, type: 'coupon' },
  start: JANUARY,
  subscription: 'sub_1',
  subscription_item: null,
};

const keptDiscount = { discount: redeemed.id, coupon: null, promotion_code: null };
const again = { discount: null, coupon: forThreeMonths, promotion_code: null };

describe('isActiveThen', () => {
  it.each([
    ['keeps a discount until it ends', keptDiscount, JANUARY, MARCH, true],
    ['ends a discount that a phase keeps by its id', keptDiscount, JANUARY, APRIL, false],
    ['ends it in a phase that starts just before', keptDiscount, MARCH, APRIL, false],
    ['counts a coupon that a phase redeems from its start', again, MARCH, MAY, true],
    ['ends a coupon that a phase redeems after its months', again, MARCH, JUNE, false],
  ])('%s', (_what, one, start, date, expected) => {
    expect(isActiveThen(one, [redeemed], start, date, start)).toBe(expected);
  });

  it('includes an unknown discount', () => {
    expect(isActiveThen(keptDiscount, [], MARCH, JUNE, MARCH)).toBe(true);
  });
});

describe('discountsAt', () => {
  const sources: DiscountSources = {
    discounts: [redeemed],
    ofCustomer: null,
    phases: [{ start: MARCH, discounts: [keptDiscount] }],
  };

  it.each([
    ['keeps the discount of a phase until it ends', MARCH, [{ discount: redeemed.id }]],
    ['announces no discount of a phase after its end', APRIL, ''],
  ])('%s', (_what, date, expected) => {
    expect(discountsAt(sources, date)).toEqual(expected);
  });
});

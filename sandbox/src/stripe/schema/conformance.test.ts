/** Tests the check that is applied to every answer and event of the tests. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SchemaCheck } from './check-schema.js';
import { EXPANDABLE_FIELDS } from './expandable-fields.js';
import { findExpandable } from './find-expandable.js';
import { loadSchema, loadSchemaCheck } from './load-schema.js';

let check: SchemaCheck;
beforeAll(async () => {
  check = await loadSchemaCheck();
});

const coupon = {
  id: 'LOYAL',
  object: 'coupon',
  amount_off: null,
  created: 1,
  currency: null,
  duration: 'once',
  duration_in_months: null,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  name: null,
  percent_off: 10,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
};
const discount = {
  id: 'di_1',
  object: 'discount',
  checkout_session: null,
  customer: 'cus_1',
  customer_account: null,
  end: null,
  invoice: null,
  invoice_item: null,
  promotion_code: null,
  source: { coupon: 'LOYAL', type: 'coupon' },
  start: 1,
  subscription: null,
  subscription_item: null,
};

describe('schemaCheck', () => {
  it.each([
    ['an object', coupon],
    ['a list', { object: 'list', data: [coupon], has_more: false, url: '/v1/coupons' }],
    ['an expanded object', { ...discount, source: { coupon, type: 'coupon' } }],
    ['a deleted object', { id: 'LOYAL', object: 'coupon', deleted: true }],
  ])('accepts %s', (_what, object) => {
    expect(check.problemsOf(object)).toEqual([]);
  });

  it.each([
    ['an unknown field', { ...coupon, color: 'red' }, 'coupon.color: is not a field of the type'],
    ['a missing field', { ...coupon, valid: undefined }, 'coupon.valid: is missing'],
    ['a wrong type', { ...coupon, percent_off: '10' }, 'coupon.percent_off: "10" is none of the allowed types'],
    ['a value that an enum lacks', { ...coupon, duration: 'twice' }, 'coupon.duration: "twice" is not allowed'],
    ['a nested field', { ...discount, source: { coupon: 1, type: 'coupon' } }, 'discount.source.coupon: 1 is none'],
    ['an item of a list', { object: 'list', data: [{ ...coupon, id: 1 }] }, 'data[0].coupon.id: 1 is no string'],
    ['an unknown object', { id: 'x', object: 'gift' }, 'gift: there is no such type'],
  ])('rejects %s', (_what, object, problem) => {
    expect(check.problemsOf(JSON.parse(JSON.stringify(object)))).toEqual([expect.stringContaining(problem)]);
  });

  it('checks an event by its type', () => {
    const event = {
      id: 'evt_1',
      object: 'event',
      api_version: '2026-10-28.endive',
      created: 1,
      livemode: false,
      pending_webhooks: 0,
      request: { id: null, idempotency_key: null },
      type: 'coupon.updated',
      data: { object: coupon, previous_attributes: { name: 'Loyal' } },
    };
    expect(check.problemsOf(event)).toEqual([]);
    expect(check.problemsOf({ ...event, type: 'customer.updated' })).not.toEqual([]);
    expect(check.problemsOf({ ...event, type: 'coupon.painted' })).toEqual(['event: there is no such type']);
  });
});

describe('EXPANDABLE_FIELDS', () => {
  it('matches the SDK’s types (npm run expandable-fields -w sandbox updates it)', async () => {
    expect(EXPANDABLE_FIELDS).toEqual(findExpandable(await loadSchema()));
  });
});

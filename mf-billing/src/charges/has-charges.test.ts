import { describe, expect, it } from '@jest/globals';
import { aCharge, anOverdue, anUnpaid, upcomingCharges } from '../testing/builders';
import { hasCharges } from './has-charges';

const months = upcomingCharges().months.map((month) => ({ ...month, paid: 0, upcoming: 0, overdue: 0 }));
const none = { charges: [], months };

describe('hasCharges', () => {
  it('returns false if nothing was charged and nothing will be', () => {
    expect(hasCharges(upcomingCharges(none))).toBe(false);
  });

  it.each([
    ['a past payment', { months: upcomingCharges().months }],
    ['a next charge', { charges: [aCharge()] }],
    ['an overdue invoice', { overdue: [anOverdue()] }],
    ['an unpaid invoice', { unpaid: [anUnpaid()] }],
    ['a customer whose charges are missing', { problems: [{ customer_id: 'cus_new', name: null, message: 'Away.' }] }],
  ])('returns true with %s', (_, over) => {
    expect(hasCharges(upcomingCharges({ ...none, ...over }))).toBe(true);
  });

  it('returns true until charges have loaded', () => {
    expect(hasCharges(undefined)).toBe(true);
  });
});

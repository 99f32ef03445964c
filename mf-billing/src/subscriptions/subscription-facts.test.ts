import { describe, expect, it } from '@jest/globals';
import type { Subscription, SubscriptionPrice } from 'shared-api/contracts';
import { amountText } from '../figures';
import { anItem, aSubscription, coreItem, noon } from '../testing/builders';
import { intervalText, isByUsage, subscriptionFacts, type Viewer } from './subscription-facts';

const viewer: Viewer = { amountsHidden: false, timeZone: 'America/Chicago', isSuperAdmin: false };
const visa = { id: 'pm_visa', brand: 'visa', last4: '4242' };
const sepa = { id: 'pm_sepa', name: 'SEPA Direct Debit ending in 3000' };
/** A subscription without a payment method. */
const bare = { customer_name: null, payment_method: null };
const SENTENCE = 'There is another subscription to Practice Core.';
/** Replaces no-break spaces. */
const plain = (facts: readonly string[]): string[] => facts.map((fact) => fact.replaceAll('\u00a0', ' '));

describe('subscriptionFacts', () => {
  it.each<[string, Partial<Subscription>, Partial<Viewer>, string[]]>([
    [
      'the default card',
      { payment_method: { ...visa, is_own: false } },
      {},
      ['Charged to Visa •••• 4242, the default card'],
    ],
    ['its own card', { payment_method: { ...visa, is_own: true } }, {}, ['Charged to Visa •••• 4242, its own card']],
    ['a card of an older server', { payment_method: visa }, {}, ['Charged to Visa •••• 4242']],
    [
      'the default that is no card',
      { other_method: { ...sepa, is_own: false } },
      {},
      [`Charged to ${sepa.name}, the default`],
    ],
    [
      'its own method that is no card',
      { other_method: { ...sepa, is_own: true } },
      {},
      [`Charged to ${sepa.name}, its own payment method`],
    ],
    ['an invoice in place of a card', { is_sent: true, payment_method: visa }, {}, ['Invoice by email']],
    ['the customer', { customer_name: 'Olivia Owner' }, {}, ['Paid by Olivia Owner']],
    [
      'nothing of payers without the right',
      { customer_name: 'Olivia Owner', payment_method: visa },
      { amountsHidden: true },
      [],
    ],
    [
      'who provides it',
      { provided_by: { name: 'Amber Dental Alliance' } },
      {},
      ['Provided by Amber Dental Alliance’s subscription. Contact support to change it.'],
    ],
    [
      'that another provides it',
      { provided_by: { name: null } },
      {},
      ['Provided by another organization’s subscription. Contact support to change it.'],
    ],
    ['a trial', { status: 'trialing', trial_end: noon('2026-12-01') }, {}, ['Trial until Dec 1, 2026']],
    ['its end', { canceled_at: noon('2026-11-30') }, {}, ['Canceled Nov 30, 2026']],
    [
      'an end that was decided and lies ahead',
      { canceled_at: noon('2026-11-20'), ends_at: noon('2026-12-03') },
      {},
      ['Ends Dec 3, 2026'],
    ],
    ['a pause', { is_paused: true }, {}, ['Nothing is charged while collection is paused at the payment provider.']],
    [
      'a payment of the bank',
      { is_collecting: true },
      {},
      ['The bank is collecting the payment, usually within 5 business days.'],
    ],
    [
      'a plan that is paid twice',
      { is_paid_twice: true },
      {},
      [`${SENTENCE} Contact support to cancel the one that isn’t needed.`],
    ],
    [
      'a plan that is paid twice to a super admin',
      { is_paid_twice: true },
      { isSuperAdmin: true },
      [`${SENTENCE} Cancel the one that isn’t needed: its unused time can be credited.`],
    ],
    ['nothing else', {}, {}, []],
  ])('says %s', (_, over, who, facts) => {
    expect(plain(subscriptionFacts(aSubscription({ ...bare, ...over }), undefined, { ...viewer, ...who }))).toEqual(
      facts,
    );
  });

  it.each<[string, Partial<SubscriptionPrice>, string[]]>([
    [
      'a coupon that ends',
      { discount: 24_950, amount: 24_950, changes: { date: noon('2027-03-01'), amount: 49_900 } },
      ['$249.50 after discount', '$499.00 from Mar 1, 2027'],
    ],
    ['a tax', { tax: 4_117, amount: 54_017 }, ['$540.17 with tax']],
    ['other items', { list: 45_000, discount: 4_900, amount: 40_100 }, ['$401.00 after discount from Dec 1, 2026']],
    ['both', { discount: 24_950, tax: 2_058, amount: 27_008 }, ['$270.08 after discount and tax']],
    ['neither', {}, []],
  ])('says the price with %s', (_, over, facts) => {
    const price: SubscriptionPrice = {
      ...{ subscription_id: 'sub_core', currency: 'usd', list: 49_900, discount: 0, tax: 0, changes: null },
      ...{ date: noon('2026-12-01'), amount: 49_900, ...over },
    };
    const subscription = aSubscription({ ...bare, amount: 49_900 });
    expect(subscriptionFacts(subscription, price, viewer)).toEqual(facts);
    expect(subscriptionFacts(subscription, price, { ...viewer, amountsHidden: true })).toEqual([]);
  });
});

it.each<[Partial<Subscription>, string]>([
  [{}, 'Monthly'],
  [{ plan_interval: 'year' }, 'Yearly'],
  [{ every: { interval: 'month', count: 3 } }, 'Every 3 months'],
])('names the interval of %j', (over, expected) => {
  expect(intervalText(aSubscription(over)).replaceAll('\u00a0', ' ')).toBe(expected);
});

it('shows usage instead of an amount that depends on it', () => {
  const items = [coreItem, anItem({ id: 'si_calls', plan_name: 'Call minutes', amount: 0, by_usage: true })];
  expect([isByUsage({ items }), isByUsage({ items: [coreItem] })]).toEqual([true, false]);
  expect(amountText(0, 'usd', true)).toBe('By usage');
  expect(amountText(45_000, 'usd', true)).toBe('$450.00 + usage');
});

import { describe, expect, it } from '@jest/globals';
import type { Subscription } from 'shared-api/contracts';
import {
  aBundle,
  aFeature,
  anItem,
  aSchedule,
  aSubscription,
  aSummary,
  coreItem,
  noon,
  smsItem,
} from '../testing/builders';
import { lookOfSubscription } from './subscription-status';
import {
  additionalFeatures,
  addOnContext,
  canChange,
  canRemove,
  families,
  hasPaymentIssue,
  nextCharge,
} from './subscription-rules';

type Status = Subscription['status'];

describe('a status', () => {
  it.each<[Status, string, string, boolean]>([
    ['active', 'Active', 'success', true],
    ['not_started', 'Active', 'success', false],
    ['trialing', 'Trialing', 'information', false],
    ['past_due', 'Past due', 'attention', false],
    ['unpaid', 'Unpaid', 'danger', false],
    ['canceled', 'Canceled', 'neutral', false],
    ['incomplete', 'Incomplete', 'neutral', false],
    ['incomplete_expired', 'Incomplete expired', 'neutral', false],
    ['paused', 'Paused', 'neutral', false],
    ['on_the_moon' as Status, 'On the moon', 'neutral', false],
  ])('%s reads %s, is %s, and may be changed: %s', (status, label, tone, changeable) => {
    expect(lookOfSubscription(status)).toMatchObject({ label, tone });
    expect(canChange(aSubscription({ status }))).toBe(changeable);
  });

  it('of a schedule allows no change, whatever it is', () => {
    expect(canChange(aSchedule({ status: 'active' }))).toBe(false);
  });
});

describe('removing an item', () => {
  it.each([
    ['an optional one', smsItem, {}, true],
    ['a core one', coreItem, {}, false],
    ['one that ends already', { ...smsItem, stop_date: noon('2026-11-30') }, {}, false],
    ['one of a subscription that is past due', smsItem, { status: 'past_due' as const }, false],
  ])('%s', (_, item, over, possible) => {
    expect(canRemove(aSubscription(over), item)).toBe(possible);
  });
});

describe('families', () => {
  it('put schedules under their parents', () => {
    const [sub, schedule] = [aSubscription(), aSchedule()];
    expect(families([schedule, sub])).toEqual([{ subscription: sub, scheduled: [schedule] }]);
  });

  it('leave a schedule without a parent on its own', () => {
    const orphan = aSchedule({ parent_subscription_id: 'sub_gone' });
    expect(families([orphan])).toEqual([{ subscription: orphan, scheduled: [] }]);
  });

  it('stand in the order given, those that are over last', () => {
    const given = (['canceled', 'past_due', 'incomplete_expired', 'active'] as const).map((status) =>
      aSubscription({ id: `sub_${status}`, status }),
    );
    expect(families(given).map(({ subscription }) => subscription.status)).toEqual([
      'past_due',
      'active',
      'canceled',
      'incomplete_expired',
    ]);
  });
});

it.each<[Status, boolean]>([
  ['past_due', true],
  ['unpaid', true],
  ['canceled', false],
])('a payment issue is told of %s: %s', (status, told) => {
  expect(hasPaymentIssue([aSubscription(), aSubscription({ status })])).toBe(told);
});

describe('what is known when add-ons are chosen', () => {
  const summary = aSummary({
    features: [
      aFeature('Voice', { name: 'voice', sources: ['trial'] }),
      aFeature('Beta', { name: 'beta', sources: ['grant'] }),
      aFeature('Old', { name: 'old', is_active: false }),
    ],
    bundles: [aBundle({ included_features: ['recall'] }), aBundle({ name: 'phones', included_features: ['calls'] })],
  });
  const ending = anItem({ bundles: [{ name: 'phones', display_name: 'Phones' }], stop_date: 1 });

  it('is active through items, their bundles and what is paid for elsewhere, not through a grant', () => {
    const { active } = addOnContext(aSubscription(), summary, []);
    expect(active).toEqual(expect.arrayContaining(['two_way_sms', 'appointment_list', 'recall', 'voice']));
    expect(active).not.toEqual(expect.arrayContaining(['beta']));
    expect(active).not.toEqual(expect.arrayContaining(['old']));
    expect(active).not.toEqual(expect.arrayContaining(['calls']));
  });

  it('has the bundles of items that do not end, and the features of all', () => {
    const context = addOnContext(aSubscription({ items: [coreItem, ending] }), summary, []);
    expect(context.bundles).toEqual(['core']);
    expect(context.active).toContain('calls');
  });
});

describe('the next charge', () => {
  const later = aSubscription({ id: 'sub_later', current_phase: { start_date: 1, end_date: noon('2027-03-01') } });

  it('is the earliest of those that go on', () => {
    expect(nextCharge([later, aSubscription()])).toMatchObject({ date: noon('2026-12-01'), amount: 49_900 });
  });

  it.each([
    ['a schedule will change it', [aSubscription(), aSchedule()]],
    ['an item ends before', [aSubscription({ items: [coreItem, { ...smsItem, stop_date: 1 }] })]],
  ])('has no amount where %s', (_, subscriptions) => {
    expect(nextCharge(subscriptions)).toMatchObject({ amount: null });
  });

  it('is none where nothing goes on', () => {
    expect(nextCharge([aSubscription({ status: 'canceled' }), aSubscription({ current_phase: null })])).toBeNull();
  });
});

it('additional features are active add-ons, and active ones outside of active bundles', () => {
  const summary = aSummary({
    bundles: [
      aBundle({ included_features: ['in', 'extra'] }),
      aBundle({ included_features: ['off'], is_active: false }),
    ],
    features: [
      aFeature('In', { name: 'in' }),
      aFeature('Extra', { name: 'extra', addon: true }),
      aFeature('Off', { name: 'off' }),
      aFeature('Gone', { name: 'gone', is_active: false }),
    ],
  });
  expect(additionalFeatures(summary).map(({ name }) => name)).toEqual(['extra', 'off']);
});

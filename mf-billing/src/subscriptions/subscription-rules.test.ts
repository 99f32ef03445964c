import { describe, expect, it } from '@jest/globals';
import { factsText } from 'shared-api/contracts';
import { aBundle, aDifference, aFeature, anItem, aSchedule, aSubscription, aSummary } from '../testing/builders';
import { differenceText } from './ScheduledChanges';
import { groupAdditionalFeatures, isFoldable, withSchedules } from './subscription-rules';
import { appearanceOf } from './subscription-status';

describe('appearanceOf', () => {
  it.each([
    ['active', 'Active', 'success'],
    ['not_started', 'Active', 'success'],
    ['trialing', 'On trial', 'information'],
    ['past_due', 'Past due', 'attention'],
    ['unpaid', 'Unpaid', 'danger'],
    ['canceled', 'Canceled', 'neutral'],
    ['incomplete', 'Payment not completed', 'attention'],
    ['incomplete_expired', 'Not started', 'neutral'],
    ['paused', 'Paused', 'neutral'],
    ['on_the_moon', 'On the moon', 'neutral'],
  ])('labels %s as %s in %s', (status, label, tone) => {
    expect(appearanceOf({ status })).toMatchObject({ label, tone });
  });

  it.each([
    [true, factsText(['Past due', 'features stay on for now'])],
    [false, factsText(['Past due', 'features have ended'])],
  ])('labels past_due with grace %s as %s', (has_grace, label) => {
    expect(appearanceOf({ status: 'past_due', has_grace })).toMatchObject({ label });
  });

  it.each(['incomplete', 'past_due'])('shows that the bank is collecting the payment of %s', (status) => {
    const look = { label: 'Being collected', tone: 'information' };
    expect(appearanceOf({ status, is_collecting: true })).toMatchObject(look);
  });
});

describe('isFoldable', () => {
  it.each<[string, Parameters<typeof aSubscription>[0]]>([
    ['a paid subscription that continues', {}],
    ['a trial', { status: 'trialing' }],
    ['a pause', { is_paused: true }],
    ['an end', { ends_at: 1_800_000_000 }],
    ['an item that ends', { items: [anItem({ stop_date: 1_800_000_000 })] }],
  ])('is true for %s', (_, over) => {
    expect(isFoldable(aSubscription(over), false)).toBe(true);
  });

  it.each<[string, Parameters<typeof aSubscription>[0]]>([
    ['a debt', { needs_attention: true }],
    ['a second subscription of the same', { is_paid_twice: true }],
    ['an item that nobody uses', { items: [anItem({ used_by: 'nobody' })] }],
  ])('is false for %s', (_, over) => {
    expect(isFoldable(aSubscription(over), false)).toBe(false);
  });

  it('returns true for a debt that is paid above', () => {
    expect(isFoldable(aSubscription({ needs_attention: true }), true)).toBe(true);
  });
});

describe('withSchedules', () => {
  it('nests a schedule under its parent', () => {
    const [subscription, schedule] = [aSubscription(), aSchedule()];
    expect(withSchedules([schedule, subscription])).toEqual([{ subscription, scheduled: [schedule] }]);
  });

  it('lists a schedule without a parent on its own', () => {
    const orphan = aSchedule({ parent_subscription_id: 'sub_missing' });
    expect(withSchedules([orphan])).toEqual([{ subscription: orphan, scheduled: [] }]);
  });

  it('lists subscriptions that need attention first and ended ones last', () => {
    const given = (['canceled', 'active', 'past_due', 'incomplete_expired'] as const).map((status) =>
      aSubscription({ id: `sub_${status}`, status }),
    );
    expect(withSchedules(given).map(({ subscription }) => subscription.status)).toEqual([
      'past_due',
      'active',
      'canceled',
      'incomplete_expired',
    ]);
  });
});

describe('groupAdditionalFeatures', () => {
  it('groups active add-ons by bundle and lists features outside active bundles', () => {
    const summary = aSummary({
      bundles: [
        aBundle({ included_features: ['in', 'extra'] }),
        aBundle({ name: 'off', included_features: ['off'], is_active: false }),
      ],
      features: [
        aFeature('In', { name: 'in' }),
        aFeature('Extra', { name: 'extra', addon: true }),
        aFeature('Off', { name: 'off' }),
        aFeature('Ended', { name: 'ended', is_active: false }),
      ],
    });
    const groups = groupAdditionalFeatures(summary).map(({ bundle, features }) => [
      bundle?.name ?? null,
      features.map(({ name }) => name),
    ]);
    expect(groups).toEqual([
      [null, ['off']],
      ['core', ['extra']],
    ]);
  });
});

it.each([
  ['names a scheduled end', {}, 'Treatment Plan Builder ends, −$39.00 per month, Dec 3, 2026'],
  [
    'names a scheduled start',
    { kind: 'starts' as const, name: 'Voice', amount_change: 9900, interval: 'year' as const },
    'Voice starts, +$99.00 per year, Dec 3, 2026',
  ],
  [
    'shows an unchanged price',
    { kind: 'changes' as const, name: 'Core', amount_change: 0 },
    'Core changes, no change in price, Dec 3, 2026',
  ],
])('%s', (_, over, text) => {
  expect(differenceText(aDifference(over), 'America/Chicago')).toBe(text);
});

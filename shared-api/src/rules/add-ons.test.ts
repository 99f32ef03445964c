import { describe, expect, it } from '@jest/globals';
import type { OptionalFeature } from '../contracts/subscription-offers.js';
import type { PlanInterval } from '../contracts/subscriptions.js';
import {
  type AddOnContext,
  addOnGroups,
  addOnStatus,
  offeredFeatures,
  priceFor,
  selectionProblems,
  toggleAddOn,
} from './add-ons.js';

const price = (id: string, interval: PlanInterval = 'month', isDefault = false) => ({
  is_default: isDefault,
  plan: { id, amount: 900, interval },
});

let order = 0;
function anAddOn(feature_name: string, with_: Partial<OptionalFeature> = {}): OptionalFeature {
  order += 1;
  return {
    feature_name,
    display_name: feature_name.toUpperCase(),
    bundle_name: 'core',
    feature_group: 'Messaging',
    group_min_required: 0,
    group_max_allowed: null,
    display_order: order,
    is_recommended: false,
    mutually_exclusive_with: [],
    incompatible_with: [],
    requires_features: [],
    stripe_plans: [price(`price_${feature_name}`)],
    ...with_,
  };
}

const context = (features: OptionalFeature[], with_: Partial<AddOnContext> = {}): AddOnContext => ({
  features,
  interval: 'month',
  bundles: ['core'],
  active: [],
  ...with_,
});

describe('priceFor', () => {
  it.each<[string, OptionalFeature['stripe_plans'], string | undefined]>([
    ['the default price of the interval', [price('a'), price('b', 'month', true)], 'b'],
    ['the first price of the interval when none is the default', [price('a'), price('b')], 'a'],
    ['a price of the interval over the default of another interval', [price('y', 'year', true), price('m')], 'm'],
    ['no price when the interval has none', [price('y', 'year', true)], undefined],
  ])('picks %s', (_, stripe_plans, id) => {
    expect(priceFor(anAddOn('x', { stripe_plans }), 'month')?.id).toBe(id);
  });
});

describe('offered', () => {
  it.each<[string, OptionalFeature[], Partial<AddOnContext>, string[]]>([
    ['offers an inactive add-on with a price and its bundle', [anAddOn('a')], {}, ['a']],
    ['omits an add-on without a price for the interval', [anAddOn('a')], { interval: 'year' }, []],
    ['omits an add-on without its bundle', [anAddOn('a')], { bundles: ['growth'] }, []],
    ['omits an active add-on', [anAddOn('a'), anAddOn('b')], { active: ['a'] }, ['b']],
    [
      'sorts by display order',
      [anAddOn('b', { display_order: 2 }), anAddOn('a', { display_order: 1 })],
      {},
      ['a', 'b'],
    ],
    [
      'lists an add-on of two bundles once',
      [anAddOn('a'), anAddOn('a', { bundle_name: 'growth' })],
      { bundles: ['core', 'growth'] },
      ['a'],
    ],
  ])('%s', (_, features, with_, names) => {
    expect(offeredFeatures(context(features, with_)).map((feature) => feature.feature_name)).toEqual(names);
  });
});

type Case = [
  name: string,
  features: OptionalFeature[],
  active: string[],
  chosen: string[],
  clicked: string,
  result: string[],
  automatic: string[],
];

const limited = (name: string, min: number, max: number | null, with_: Partial<OptionalFeature> = {}) =>
  anAddOn(name, { group_min_required: min, group_max_allowed: max, ...with_ });

describe('addOnStatus', () => {
  it.each<[string, OptionalFeature[], Partial<AddOnContext>, { state: string; names: string[] }]>([
    ['offers an add-on that fits', [anAddOn('a')], {}, { state: 'offered', names: [] }],
    [
      'reports a missing price for the interval',
      [anAddOn('a')],
      { interval: 'year' },
      { state: 'no_price', names: [] },
    ],
    ['names the missing bundle', [anAddOn('a')], { bundles: [] }, { state: 'needs', names: ['core'] }],
    ['reports an active add-on as active', [anAddOn('a')], { active: ['a'] }, { state: 'active', names: [] }],
    [
      'reports an add-on of the bundle as included',
      [anAddOn('a')],
      { active: ['a'], included: ['a'] },
      { state: 'included', names: ['core'] },
    ],
    [
      'excludes an add-on that an active one declares as exclusive',
      [anAddOn('a'), anAddOn('b', { mutually_exclusive_with: ['a'] })],
      { active: ['b'] },
      { state: 'excluded', names: ['b'] },
    ],
    [
      'excludes an add-on whose requirement conflicts with an active one',
      [anAddOn('a', { requires_features: ['n'] }), anAddOn('n'), anAddOn('b', { incompatible_with: ['n'] })],
      { active: ['b'] },
      { state: 'excluded', names: ['b'] },
    ],
    [
      'names a required add-on that is not sold with the bundle',
      [anAddOn('a', { requires_features: ['n'] }), anAddOn('n', { bundle_name: 'growth' })],
      {},
      { state: 'needs', names: ['n'] },
    ],
    [
      'offers an add-on that requires an active one',
      [anAddOn('a', { requires_features: ['n'] }), anAddOn('n')],
      { active: ['n'] },
      { state: 'offered', names: [] },
    ],
    [
      'reports a group that active add-ons fill',
      [limited('a', 0, 1), limited('b', 0, 1)],
      { active: ['b'] },
      { state: 'group_full', names: ['Messaging'] },
    ],
    [
      'terminates when two add-ons require each other',
      [anAddOn('a', { requires_features: ['b'] }), anAddOn('b', { requires_features: ['a'] })],
      {},
      { state: 'offered', names: [] },
    ],
  ])('%s', (_, features, with_, expected) => {
    const [first] = features;
    expect(first && addOnStatus(first, context(features, with_))).toEqual(expected);
  });

  it('offers exactly the add-ons that can be selected without a problem', () => {
    const features = [
      limited('a', 1, 2),
      limited('b', 1, 2, { mutually_exclusive_with: ['c'] }),
      limited('c', 1, 2, { requires_features: ['d'] }),
      anAddOn('d', { feature_group: 'Phones' }),
      anAddOn('e', { feature_group: 'Phones', requires_features: ['b', 'c'] }),
    ];
    for (const active of [[], ['a'], ['b'], ['c', 'd'], ['a', 'b'], ['d']]) {
      const given = context(features, { active });
      for (const feature of features) {
        const { chosen } = toggleAddOn([], feature.feature_name, given);
        const isChosen = chosen.includes(feature.feature_name) && selectionProblems(chosen, given).length === 0;
        expect([active, feature.feature_name, isChosen]).toEqual([
          active,
          feature.feature_name,
          addOnStatus(feature, given).state === 'offered',
        ]);
      }
    }
  });
});

describe('toggleAddOn', () => {
  it.each<Case>([
    ['selects an add-on', [anAddOn('a')], [], [], 'a', ['a'], []],
    ['deselects a selected add-on', [anAddOn('a'), anAddOn('b')], [], ['a', 'b'], 'a', ['b'], []],
    [
      'removes an add-on that the clicked one excludes',
      [anAddOn('a', { mutually_exclusive_with: ['b'] }), anAddOn('b')],
      [],
      ['b'],
      'a',
      ['a'],
      ['removed b: Not together with A'],
    ],
    [
      'removes an add-on that declares itself incompatible',
      [anAddOn('a'), anAddOn('b', { incompatible_with: ['a'] })],
      [],
      ['b'],
      'a',
      ['a'],
      ['removed b: Not together with A'],
    ],
    [
      'adds required add-ons and their requirements',
      [anAddOn('a', { requires_features: ['b'] }), anAddOn('b', { requires_features: ['c'] }), anAddOn('c')],
      [],
      [],
      'a',
      ['a', 'b', 'c'],
      ['added b: Needed by A', 'added c: Needed by B'],
    ],
    [
      'does not add a required add-on that is active',
      [anAddOn('a', { requires_features: ['b'] }), anAddOn('b')],
      ['b'],
      [],
      'a',
      ['a'],
      [],
    ],
    [
      'terminates when two add-ons require each other',
      [anAddOn('a', { requires_features: ['b'] }), anAddOn('b', { requires_features: ['a'] })],
      [],
      [],
      'a',
      ['a', 'b'],
      ['added b: Needed by A'],
    ],
    [
      'removes an add-on that a required one excludes',
      [anAddOn('a', { requires_features: ['b'] }), anAddOn('b'), anAddOn('c', { incompatible_with: ['b'] })],
      [],
      ['c'],
      'a',
      ['a', 'b'],
      ['added b: Needed by A', 'removed c: Not together with B'],
    ],
    [
      'removes an add-on that requires a removed one',
      [anAddOn('a', { incompatible_with: ['b'] }), anAddOn('b'), anAddOn('c', { requires_features: ['b'] })],
      [],
      ['b', 'c'],
      'a',
      ['a'],
      ['removed b: Not together with A', 'removed c: Needs B'],
    ],
    [
      'removes dependents of a deselected add-on without filling the group',
      [limited('a', 1, 2), limited('b', 1, 2, { requires_features: ['a'] })],
      [],
      ['a', 'b'],
      'a',
      [],
      ['removed b: Needs A'],
    ],
    [
      'removes the earliest selected add-on of a full group',
      [limited('a', 0, 2), limited('b', 0, 2), limited('c', 0, 2)],
      [],
      ['a', 'b'],
      'c',
      ['b', 'c'],
      ['removed a: Messaging takes no more than 2'],
    ],
    [
      'never removes what the clicked add-on requires',
      [limited('a', 0, 2), limited('b', 0, 2), limited('c', 0, 2, { requires_features: ['a'] })],
      [],
      ['a', 'b'],
      'c',
      ['a', 'c'],
      ['removed b: Messaging takes no more than 2'],
    ],
    [
      'counts active add-ons toward the maximum',
      [limited('a', 0, 2), limited('b', 0, 2), limited('c', 0, 2)],
      ['a'],
      ['b'],
      'c',
      ['c'],
      ['removed b: Messaging takes no more than 2'],
    ],
    [
      'changes nothing when an add-on and its requirement exceed the group',
      [limited('a', 0, 1, { requires_features: ['b'] }), limited('b', 0, 1)],
      [],
      [],
      'a',
      [],
      [],
    ],
    [
      'fills the group to its minimum, recommended add-ons first',
      [limited('a', 2, null), limited('b', 2, null), limited('c', 2, null, { is_recommended: true })],
      [],
      [],
      'a',
      ['a', 'c'],
      ['added c: Messaging needs at least 2'],
    ],
    [
      'counts active add-ons toward the minimum',
      [limited('a', 2, null), limited('b', 2, null), limited('c', 2, null)],
      ['b'],
      [],
      'a',
      ['a'],
      [],
    ],
    [
      'fills the group only with add-ons that fit the selection',
      [
        limited('a', 2, 2),
        limited('b', 2, 2, { incompatible_with: ['a'] }),
        limited('c', 2, 2, { requires_features: ['gone'] }),
      ],
      [],
      [],
      'a',
      ['a'],
      [],
    ],
    [
      'adds what a filled-in add-on requires from another group',
      [limited('a', 2, 2), limited('b', 2, 2, { requires_features: ['p'] }), anAddOn('p', { feature_group: 'Phones' })],
      [],
      [],
      'a',
      ['a', 'b', 'p'],
      ['added b: Messaging needs at least 2', 'added p: Needed by B'],
    ],
    ['changes nothing for an add-on that is not offered', [anAddOn('a')], ['a'], [], 'a', [], []],
    ['changes nothing for an unknown add-on', [anAddOn('a')], [], ['a'], 'z', ['a'], []],
  ])('%s', (_, features, active, chosen, clicked, result, automatic) => {
    const toggled = toggleAddOn(chosen, clicked, context(features, { active }));
    expect(toggled.chosen.toSorted()).toEqual(result);
    expect(toggled.automatic.map(({ kind, feature, reason }) => `${kind} ${feature}: ${reason}`)).toEqual(automatic);
  });
});

describe('selectionProblems and addOnGroups', () => {
  it.each<[string, OptionalFeature[], string[], string[], string[]]>([
    ['accepts a selection without problems', [anAddOn('a')], [], ['a'], []],
    [
      'rejects a group below its minimum',
      [limited('a', 2, 3)],
      [],
      ['a'],
      ['Select at least 2 features for Messaging.'],
    ],
    ['accepts a group with nothing selected', [limited('a', 1, 3)], [], [], []],
    [
      'rejects a group above its maximum',
      [limited('a', 0, 1), limited('b', 0, 1)],
      [],
      ['a', 'b'],
      ['Select no more than 1 features for Messaging.'],
    ],
    ['counts active add-ons toward the minimum', [limited('a', 2, 3), limited('b', 2, 3)], ['b'], ['a'], []],
    [
      'counts active add-ons toward the maximum',
      [limited('a', 0, 1), limited('b', 0, 1)],
      ['b'],
      ['a'],
      ['Select no more than 1 features for Messaging.'],
    ],
    [
      'rejects two add-ons that exclude each other',
      [anAddOn('a', { incompatible_with: ['b'] }), anAddOn('b')],
      [],
      ['a', 'b'],
      ['B cannot be used together with A.'],
    ],
    [
      'rejects an add-on that is incompatible with an active one',
      [anAddOn('a', { incompatible_with: ['b'] }), anAddOn('b')],
      ['b'],
      ['a'],
      ['A cannot be used together with B.'],
    ],
    [
      'rejects an add-on without its requirement',
      [anAddOn('a', { requires_features: ['b'] }), anAddOn('b')],
      [],
      ['a'],
      ['A needs B.'],
    ],
    ['rejects an unknown add-on', [], [], ['z'], ['z is not available for this subscription.']],
    ['rejects an active add-on', [anAddOn('a')], ['a'], ['a'], ['A is not available for this subscription.']],
  ])('%s', (_, features, active, chosen, messages) => {
    expect(selectionProblems(chosen, context(features, { active })).map(({ message }) => message)).toEqual(messages);
  });

  it('groups the selection and counts active add-ons', () => {
    const features = [limited('a', 1, 2), limited('b', 1, 2), anAddOn('p', { feature_group: 'Phones' })];
    const groups = addOnGroups(['a', 'p'], context(features, { active: ['b'] }));
    expect(groups.map(({ name, count, state }) => [name, count, state])).toEqual([
      ['Messaging', 2, 'within'],
      ['Phones', 1, 'within'],
    ]);
  });
});

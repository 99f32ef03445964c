import { describe, expect, it } from '@jest/globals';
import type { OptionalFeature } from '../contracts/subscription-offers.js';
import type { PlanInterval } from '../contracts/subscriptions.js';
import {
  type AddOnContext,
  addOnGroups,
  addOnStatus,
  offered,
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

describe('the price of an add-on', () => {
  it.each<[string, OptionalFeature['stripe_plans'], string | undefined]>([
    ['the default one of the interval', [price('a'), price('b', 'month', true)], 'b'],
    ['the first of the interval where none is the default', [price('a'), price('b')], 'a'],
    ['not the default of another interval', [price('y', 'year', true), price('m')], 'm'],
    ['none where the interval has none', [price('y', 'year', true)], undefined],
  ])('is %s', (_, stripe_plans, id) => {
    expect(priceFor(anAddOn('x', { stripe_plans }), 'month')?.id).toBe(id);
  });
});

describe('an add-on is offered', () => {
  it.each<[string, OptionalFeature[], Partial<AddOnContext>, string[]]>([
    ['with a price, its bundle and not active', [anAddOn('a')], {}, ['a']],
    ['not without a price for the interval', [anAddOn('a')], { interval: 'year' }, []],
    ['not without its bundle', [anAddOn('a')], { bundles: ['growth'] }, []],
    ['not when it is active', [anAddOn('a'), anAddOn('b')], { active: ['a'] }, ['b']],
    ['in display order', [anAddOn('b', { display_order: 2 }), anAddOn('a', { display_order: 1 })], {}, ['a', 'b']],
    [
      'once, although two bundles bring it',
      [anAddOn('a'), anAddOn('a', { bundle_name: 'growth' })],
      { bundles: ['core', 'growth'] },
      ['a'],
    ],
  ])('%s', (_, features, with_, names) => {
    expect(offered(context(features, with_)).map((feature) => feature.feature_name)).toEqual(names);
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
    ['offers what fits', [anAddOn('a')], {}, { state: 'offered', names: [] }],
    ['names no price for another interval', [anAddOn('a')], { interval: 'year' }, { state: 'no_price', names: [] }],
    ['needs its bundle', [anAddOn('a')], { bundles: [] }, { state: 'needs', names: ['core'] }],
    ['is active already', [anAddOn('a')], { active: ['a'] }, { state: 'active', names: [] }],
    [
      'is included in the bundle',
      [anAddOn('a')],
      { active: ['a'], included: ['a'] },
      { state: 'included', names: ['core'] },
    ],
    [
      'is excluded by an active one, whichever declares it',
      [anAddOn('a'), anAddOn('b', { mutually_exclusive_with: ['a'] })],
      { active: ['b'] },
      { state: 'excluded', names: ['b'] },
    ],
    [
      'is excluded by an active one through what it needs',
      [anAddOn('a', { requires_features: ['n'] }), anAddOn('n'), anAddOn('b', { incompatible_with: ['n'] })],
      { active: ['b'] },
      { state: 'excluded', names: ['b'] },
    ],
    [
      'needs what is not sold with it',
      [anAddOn('a', { requires_features: ['n'] }), anAddOn('n', { bundle_name: 'growth' })],
      {},
      { state: 'needs', names: ['n'] },
    ],
    [
      'offers what needs an active one',
      [anAddOn('a', { requires_features: ['n'] }), anAddOn('n')],
      { active: ['n'] },
      { state: 'offered', names: [] },
    ],
    [
      'finds the group full of active ones',
      [limited('a', 0, 1), limited('b', 0, 1)],
      { active: ['b'] },
      { state: 'group_full', names: ['Messaging'] },
    ],
    [
      'ends for features that need each other',
      [anAddOn('a', { requires_features: ['b'] }), anAddOn('b', { requires_features: ['a'] })],
      {},
      { state: 'offered', names: [] },
    ],
  ])('%s', (_, features, with_, expected) => {
    const [first] = features;
    expect(first && addOnStatus(first, context(features, with_))).toEqual(expected);
  });

  it('offers exactly what can be chosen without a problem', () => {
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

describe('toggling an add-on', () => {
  it.each<Case>([
    ['chooses it', [anAddOn('a')], [], [], 'a', ['a'], []],
    ['unchooses it', [anAddOn('a'), anAddOn('b')], [], ['a', 'b'], 'a', ['b'], []],
    [
      'takes out what it is mutually exclusive with',
      [anAddOn('a', { mutually_exclusive_with: ['b'] }), anAddOn('b')],
      [],
      ['b'],
      'a',
      ['a'],
      ['removed b: Not together with A'],
    ],
    [
      'takes out what declares itself incompatible with it',
      [anAddOn('a'), anAddOn('b', { incompatible_with: ['a'] })],
      [],
      ['b'],
      'a',
      ['a'],
      ['removed b: Not together with A'],
    ],
    [
      'brings what it needs, and what that needs',
      [anAddOn('a', { requires_features: ['b'] }), anAddOn('b', { requires_features: ['c'] }), anAddOn('c')],
      [],
      [],
      'a',
      ['a', 'b', 'c'],
      ['added b: Needed by A', 'added c: Needed by B'],
    ],
    [
      'does not bring what is active',
      [anAddOn('a', { requires_features: ['b'] }), anAddOn('b')],
      ['b'],
      [],
      'a',
      ['a'],
      [],
    ],
    [
      'survives a circle of needs',
      [anAddOn('a', { requires_features: ['b'] }), anAddOn('b', { requires_features: ['a'] })],
      [],
      [],
      'a',
      ['a', 'b'],
      ['added b: Needed by A'],
    ],
    [
      'takes out what the needed one excludes',
      [anAddOn('a', { requires_features: ['b'] }), anAddOn('b'), anAddOn('c', { incompatible_with: ['b'] })],
      [],
      ['c'],
      'a',
      ['a', 'b'],
      ['added b: Needed by A', 'removed c: Not together with B'],
    ],
    [
      'takes out what needed the excluded one',
      [anAddOn('a', { incompatible_with: ['b'] }), anAddOn('b'), anAddOn('c', { requires_features: ['b'] })],
      [],
      ['b', 'c'],
      'a',
      ['a'],
      ['removed b: Not together with A', 'removed c: Needs B'],
    ],
    [
      'off takes out what needs it, and fills nothing up',
      [limited('a', 1, 2), limited('b', 1, 2, { requires_features: ['a'] })],
      [],
      ['a', 'b'],
      'a',
      [],
      ['removed b: Needs A'],
    ],
    [
      'trims the longest chosen of its group',
      [limited('a', 0, 2), limited('b', 0, 2), limited('c', 0, 2)],
      [],
      ['a', 'b'],
      'c',
      ['b', 'c'],
      ['removed a: Messaging takes no more than 2'],
    ],
    [
      'never trims what the clicked one needs',
      [limited('a', 0, 2), limited('b', 0, 2), limited('c', 0, 2, { requires_features: ['a'] })],
      [],
      ['a', 'b'],
      'c',
      ['a', 'c'],
      ['removed b: Messaging takes no more than 2'],
    ],
    [
      'counts active ones towards the maximum',
      [limited('a', 0, 2), limited('b', 0, 2), limited('c', 0, 2)],
      ['a'],
      ['b'],
      'c',
      ['c'],
      ['removed b: Messaging takes no more than 2'],
    ],
    [
      'changes nothing for one that never fits its group with what it needs',
      [limited('a', 0, 1, { requires_features: ['b'] }), limited('b', 0, 1)],
      [],
      [],
      'a',
      [],
      [],
    ],
    [
      'fills the group up to its minimum, recommended ones first',
      [limited('a', 2, null), limited('b', 2, null), limited('c', 2, null, { is_recommended: true })],
      [],
      [],
      'a',
      ['a', 'c'],
      ['added c: Messaging needs at least 2'],
    ],
    [
      'counts active ones towards the minimum',
      [limited('a', 2, null), limited('b', 2, null), limited('c', 2, null)],
      ['b'],
      [],
      'a',
      ['a'],
      [],
    ],
    [
      'fills up with nothing that would disturb the choice',
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
      'fills up with what the filling needs from another group',
      [limited('a', 2, 2), limited('b', 2, 2, { requires_features: ['p'] }), anAddOn('p', { feature_group: 'Phones' })],
      [],
      [],
      'a',
      ['a', 'b', 'p'],
      ['added b: Messaging needs at least 2', 'added p: Needed by B'],
    ],
    ['that is not offered changes nothing', [anAddOn('a')], ['a'], [], 'a', [], []],
    ['that nobody knows changes nothing', [anAddOn('a')], [], ['a'], 'z', ['a'], []],
  ])('%s', (_, features, active, chosen, clicked, result, automatic) => {
    const toggled = toggleAddOn(chosen, clicked, context(features, { active }));
    expect(toggled.chosen.toSorted()).toEqual(result);
    expect(toggled.automatic.map(({ kind, feature, reason }) => `${kind} ${feature}: ${reason}`)).toEqual(automatic);
  });
});

describe('a selection', () => {
  it.each<[string, OptionalFeature[], string[], string[], string[]]>([
    ['without faults has no problem', [anAddOn('a')], [], ['a'], []],
    ['below a minimum', [limited('a', 2, 3)], [], ['a'], ['Select at least 2 features for Messaging.']],
    ['demands nothing of a group from which nothing is chosen', [limited('a', 1, 3)], [], [], []],
    [
      'above a maximum',
      [limited('a', 0, 1), limited('b', 0, 1)],
      [],
      ['a', 'b'],
      ['Select no more than 1 features for Messaging.'],
    ],
    ['that active ones bring to the minimum', [limited('a', 2, 3), limited('b', 2, 3)], ['b'], ['a'], []],
    [
      'that active ones bring above the maximum',
      [limited('a', 0, 1), limited('b', 0, 1)],
      ['b'],
      ['a'],
      ['Select no more than 1 features for Messaging.'],
    ],
    [
      'of two that exclude each other',
      [anAddOn('a', { incompatible_with: ['b'] }), anAddOn('b')],
      [],
      ['a', 'b'],
      ['B cannot be used together with A.'],
    ],
    [
      'of one that an active one excludes',
      [anAddOn('a', { incompatible_with: ['b'] }), anAddOn('b')],
      ['b'],
      ['a'],
      ['A cannot be used together with B.'],
    ],
    ['without what it needs', [anAddOn('a', { requires_features: ['b'] }), anAddOn('b')], [], ['a'], ['A needs B.']],
    ['with what nobody sells', [], [], ['z'], ['z is not available for this subscription.']],
    ['with what is active', [anAddOn('a')], ['a'], ['a'], ['A is not available for this subscription.']],
  ])('%s', (_, features, active, chosen, messages) => {
    expect(selectionProblems(chosen, context(features, { active })).map(({ message }) => message)).toEqual(messages);
  });

  it('is shown by group, with what it counts', () => {
    const features = [limited('a', 1, 2), limited('b', 1, 2), anAddOn('p', { feature_group: 'Phones' })];
    const groups = addOnGroups(['a', 'p'], context(features, { active: ['b'] }));
    expect(groups.map(({ name, count, state }) => [name, count, state])).toEqual([
      ['Messaging', 2, 'within'],
      ['Phones', 1, 'within'],
    ]);
  });
});

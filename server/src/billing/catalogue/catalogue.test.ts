import { describe, expect, it } from '@jest/globals';
import { addOns, groupRules } from './add-ons.js';
import { bundles, bundlesByName, contentsOf, featuresByName } from './catalogue.js';
import { features } from './features.js';
import { plans } from './plans.js';

const unique = (names: readonly unknown[]) => new Set(names).size === names.length;

describe('catalogue', () => {
  it('has unique names, ids and keys', () => {
    expect(unique(features.map(({ name }) => name))).toBe(true);
    expect(unique(bundles.map(({ name }) => name)) && unique(bundles.map(({ id }) => id))).toBe(true);
    const keys = [...plans.map(({ key }) => key), ...addOns.flatMap(({ prices }) => prices.map(({ key }) => key))];
    expect(unique(keys)).toBe(true);
  });

  it('references only existing features, bundles and groups', () => {
    const named = [
      ...bundles.flatMap((bundle) => bundle.features),
      ...plans.flatMap((plan) => plan.features),
      ...addOns.flatMap(({ feature, excludes = [], incompatible = [], requires = [] }) => [
        feature,
        ...excludes,
        ...incompatible,
        ...requires,
      ]),
    ];
    expect(named.filter((name) => !featuresByName.has(name))).toEqual([]);
    const ofBundles = [...plans.flatMap((plan) => plan.bundles), ...addOns.map(({ bundle }) => bundle)];
    expect(ofBundles.filter((name) => !bundlesByName.has(name))).toEqual([]);
    expect(addOns.filter(({ group }) => !groupRules.some(({ name }) => name === group))).toEqual([]);
  });

  it('has at most one default price for each add-on and interval', () => {
    for (const { feature, prices } of addOns) {
      const defaults = prices.filter(({ isDefault }) => isDefault).map(({ interval }) => interval);
      expect([feature, unique(defaults)]).toEqual([feature, true]);
      expect(prices.every(({ amount }) => Number.isInteger(amount) && amount > 0)).toBe(true);
    }
  });

  it('returns the contents of a price', () => {
    expect(contentsOf('growth_monthly')).toEqual({
      bundles: ['core', 'patient_engagement', 'analytics'],
      features: [],
      addOn: null,
    });
    expect(contentsOf('call_recording:year')).toEqual({
      bundles: [],
      features: ['call_recording'],
      addOn: 'call_recording',
    });
    expect(contentsOf('of another shop')).toBeUndefined();
  });
});

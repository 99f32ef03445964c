import { expect, it } from '@jest/globals';
import type { PracticeFeatures } from '../contracts/practice-features.js';
import { practiceFeaturesFromWire } from './feature-names.js';

const record: PracticeFeatures = {
  practice_id: 1,
  practice: 'Lakeside',
  bundles: [],
  features: [],
  product_features: [],
  account_expiration_date: null,
  snapshot_expiration_date: null,
  baseline_date: null,
  flags_etag: '"1"',
};
const read = (over: object) => practiceFeaturesFromWire({ ...record, ...over });

it.each([[{ feature_name: 'recall' }], [{ feature: 'recall' }], [{ name: 'recall' }], ['recall']])(
  'normalizes the feature %j',
  (item) => {
    expect(read({ product_features: [item] }).product_features).toMatchObject([
      { feature_name: 'recall', display_name: 'recall', sources: [], via: [] },
    ]);
  },
);

it.each([[{ feature: 'beta' }], [{ value: 'beta' }], [{ name: 'beta' }], ['beta']])(
  'normalizes the flag %j',
  (item) => {
    expect(read({ features: [item] }).features).toMatchObject([{ feature: 'beta', display_name: 'beta' }]);
  },
);

it.each([[{ bundle_name: 'core' }], [{ name: 'core' }], ['core']])('normalizes the bundle %j', (item) => {
  expect(read({ bundles: [item] }).bundles).toMatchObject([{ bundle_name: 'core' }]);
});

it('keeps the documented spelling and drops entries without a name', () => {
  const feature = { feature_name: 'recall', display_name: 'Recall', sources: ['manual'], via: ['Core'] };
  expect(read({ product_features: [feature, {}, null, 7], features: null })).toMatchObject({
    product_features: [feature],
    features: [],
  });
});

import { expect, it } from '@jest/globals';
import { bundleChips, featureChips, flagChips, splitVisible } from './chips';
import { aRecord, bundleOf, featureOf, flagOf } from './testing/practice-records';
import { groupByUsage, sortByUsage } from './usage';

it.each([
  [0, 2, 0, 0],
  [2, 2, 2, 0],
  [3, 2, 3, 0],
  [4, 2, 2, 2],
  [2, 1, 1, 1],
  [40, 3, 3, 37],
])('splits %i chips with room for %i into %i visible and %i collapsed', (count, room, shown, folded) => {
  const items = Array.from({ length: count }, (_, at) => at);
  expect(splitVisible(items, room)).toEqual({ shown: items.slice(0, shown), folded });
});

it('names the sources of each chip', () => {
  const record = aRecord(1, {
    bundles: [{ ...bundleOf('Growth'), sources: ['subscription', 'trial'] }],
    product_features: [{ ...featureOf('Recall SMS'), sources: ['grant'] }],
    features: [flagOf('hours_v2')],
  });
  expect(bundleChips(record)).toEqual([{ label: 'Growth', from: 'from a subscription, from a trial' }]);
  expect(featureChips(record)).toEqual([{ label: 'Recall SMS', from: 'added manually' }]);
  expect(flagChips(record)).toEqual([{ label: 'hours_v2', from: '' }]);
});

const count = (display_name: string, practices: number) => ({ name: display_name, display_name, practices });

it('sorts by usage, then by name', () => {
  const sorted = sortByUsage([count('Beta', 2), count('Core', 40), count('Alpha', 2)]);
  expect(sorted.map(({ name }) => name)).toEqual(['Core', 'Alpha', 'Beta']);
});

it('groups equal counts by the first of their names', () => {
  const groups = groupByUsage([count('Calls', 40), count('Texts', 40), count('Forms', 2)]);
  expect(groups.map(({ name, others }) => [name, others])).toEqual([
    ['Calls', 1],
    ['Forms', 0],
  ]);
});

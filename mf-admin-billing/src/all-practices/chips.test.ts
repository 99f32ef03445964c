import { expect, it } from '@jest/globals';
import { bundleChips, featureChips, flagChips, fold } from './chips';
import { aRecord, bundleOf, featureOf, flagOf } from './testing/practice-records';
import { byUse } from './usage';

it.each([
  [0, 2, 0, 0],
  [2, 2, 2, 0],
  [3, 2, 3, 0],
  [4, 2, 2, 2],
  [40, 3, 3, 37],
])('of %i chips with room for %i, %i are shown and %i folded', (count, room, shown, folded) => {
  const items = Array.from({ length: count }, (_, at) => at);
  expect(fold(items, room)).toEqual({ shown: items.slice(0, shown), folded });
});

it('chips say where each comes from', () => {
  const record = aRecord(1, {
    bundles: [{ ...bundleOf('Growth'), sources: ['subscription', 'trial'] }],
    product_features: [{ ...featureOf('Recall SMS'), sources: ['grant'] }],
    features: [flagOf('hours_v2')],
  });
  expect(bundleChips(record)).toEqual([{ label: 'Growth', from: 'from a subscription, from a trial' }]);
  expect(featureChips(record)).toEqual([{ label: 'Recall SMS', from: 'added manually' }]);
  expect(flagChips(record)).toEqual([{ label: 'hours_v2', from: '' }]);
});

it('counts are told by use, then by name', () => {
  const count = (display_name: string, practices: number) => ({ name: display_name, display_name, practices });
  const told = byUse([count('Beta', 2), count('Core', 40), count('Alpha', 2)]);
  expect(told.map(({ name }) => name)).toEqual(['Core', 'Alpha', 'Beta']);
});

import { expect, it } from '@jest/globals';
import { bodyOf, changesOf, type Names, namesOf, rebased } from './edit-draft';
import { aRecord, bundleOf, featureOf, flagOf } from './testing/practice-records';

const names = (bundles: string[], features: string[] = []): Names => ({ bundles, features });

it.each<[Names, Names, number]>([
  [names(['a'], ['x']), names(['a'], ['x']), 0],
  [names(['a', 'b']), names(['b', 'a']), 0],
  [names(['a']), names(['b']), 2],
  [names(['a'], ['x']), names([], ['x', 'y', 'z']), 3],
])('from %j to %j are %i changes', (stored, ticked, changes) => expect(changesOf(stored, ticked)).toBe(changes));

it.each<[string, Names, Names, Names, Names]>([
  [
    'another addition stays',
    names(['a']),
    names(['a', 'mine']),
    names(['a', 'theirs']),
    names(['a', 'theirs', 'mine']),
  ],
  ['another removal stays', names(['a', 'b']), names(['a', 'b', 'mine']), names(['a']), names(['a', 'mine'])],
  ['what was unticked stays so', names(['a', 'b']), names(['b']), names(['a', 'b', 'c']), names(['b', 'c'])],
  ['the same addition is one', names([]), names(['a']), names(['a']), names(['a'])],
  ['features alike', names([], ['x']), names([], []), names([], ['x', 'y']), names([], ['y'])],
])('over a fresh record: %s', (_, stored, ticked, fresh, result) => {
  expect(rebased(stored, ticked, fresh)).toEqual(result);
});

it('the save names bundles, features and the flags as they are', () => {
  const record = aRecord(1, {
    bundles: [bundleOf('Growth')],
    product_features: [featureOf('Recall SMS')],
    features: [flagOf('hours_v2')],
  });
  expect(namesOf(record)).toEqual({ bundles: ['growth'], features: ['recall_sms'] });
  expect(bodyOf(record, names(['core'], []))).toEqual({
    bundles: [{ name: 'core' }],
    product_features: [],
    features: [{ name: 'hours_v2' }],
  });
});

import { expect, it } from '@jest/globals';
import { removalIn } from './stored-removal';

it.each([
  [['si_core'], ['si_core']],
  [[], null],
  [[1], null],
  [undefined, null],
])('returns only item ids: %j', (stored, expected) => {
  expect(removalIn(stored)).toEqual(expected);
});

import { expect, it } from '@jest/globals';
import { areItems, bulkOperationIn } from './stored-bulk';

const operation = { action: 'add', type: 'bundle', forInsiders: false };

it.each([
  [{ ...operation, more: 1 }, operation],
  [{ ...operation, action: 'replace' }, null],
  [{ ...operation, type: 'plan' }, null],
  [{ ...operation, forInsiders: 'no' }, null],
  [undefined, null],
])('returns only known bulk changes: %j', (stored, expected) => {
  expect(bulkOperationIn(stored)).toEqual(expected);
});

it.each([
  [['core'], true],
  [[1], false],
  [null, false],
])('accepts only names as items: %j', (stored, expected) => {
  expect(areItems(stored)).toBe(expected);
});

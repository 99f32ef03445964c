import { expect, it } from '@jest/globals';
import { practiceQuery } from './practice-query.js';

it.each([
  ['No. 12', '12'],
  ['no 12', '12'],
  ['#12', '12'],
  ['number 7', '7'],
  ['№ 7', '7'],
  ['id 7', '7'],
  ['ID 7', '7'],
  ['12', '12'],
  [' Bright Smiles ', 'Bright Smiles'],
  ['No. 0', 'No. 0'],
  ['North 12', 'North 12'],
  // A name, not a number.
  ['Practice 1', 'Practice 1'],
  ['Practice Partners 3', 'Practice Partners 3'],
])('reads %j as %j', (text, query) => {
  expect(practiceQuery(text)).toBe(query);
});

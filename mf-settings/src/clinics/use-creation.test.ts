import { expect, it } from '@jest/globals';
import { logOf } from './use-creation';

it.each([
  [['a', 'b'], [], ['a', 'b']],
  [['a', 'b'], [[1, 'note']], ['a', 'note', 'b']],
  [
    ['a'],
    [
      [0, 'first'],
      [1, 'second'],
      [3, 'late'],
    ],
    ['first', 'a', 'second', 'late'],
  ],
] as const)('merges the log %j with the notes %j into %j', (lines, notes, expected) => {
  expect(
    logOf(
      lines,
      notes.map(([after, text]) => ({ after, text })),
    ),
  ).toEqual(expected);
});

import { describe, expect, it } from '@jest/globals';
import { countedHours, leavesOutOthers, utilizationOf } from './utilization.js';

describe('utilizationOf', () => {
  it.each([
    [30, 40, 75],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [50, 40, 125],
    [38.7, 20, 193.5],
    [0, 40, 0],
    [5, 0, 0],
    [0, 0, 0],
  ])('maps %d worked of %d available hours to %d%%', (worked, available, percent) =>
    expect(utilizationOf({ worked: worked * 3600, available: available * 3600 })).toBe(percent),
  );
});

describe('countedHours', () => {
  it('leaves providers without available hours out of both sums', () => {
    const sum = countedHours([
      { available: 20, worked: 12 },
      { available: 0, worked: 27 },
      { available: 0, worked: 0 },
    ]);
    expect(sum).toEqual({ available: 20, worked: 12, leftOut: { providers: 2, worked: 27 } });
    expect(utilizationOf(sum)).toBe(60);
  });
});

it.each([
  ['other providers', { providers: 2, worked: 5 }, true],
  ['other hours', { providers: 1, worked: 6 }, true],
  ['the same', { providers: 1, worked: 5 }, false],
  ['nobody who has worked', { providers: 3, worked: 0 }, false],
])('tells whether a value leaves out %s', (_, leftOut, expected) => {
  const of = (own: typeof leftOut) => ({ available: 8, worked: 4, leftOut: own });
  expect(leavesOutOthers(of(leftOut), of({ providers: 1, worked: 5 }))).toBe(expected);
});

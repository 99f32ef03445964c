import { describe, expect, it } from '@jest/globals';
import { type Band, bandOf, totalOf, utilisationOf } from './totals';

it('a total counts the days with more than 0', () => {
  expect(totalOf([28_800, 0, 1800])).toEqual({ seconds: 30_600, days: 2 });
  expect(totalOf([])).toEqual({ seconds: 0, days: 0 });
});

describe('utilisation', () => {
  it.each([
    [30, 40, 75],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [50, 40, 125],
    [5, 0, 0],
    [0, 0, 0],
    [0, 40, 0],
  ])('%i worked of %i available is %d%%', (worked, available, percent) =>
    expect(utilisationOf(worked * 3600, available * 3600)).toBe(percent),
  );

  it.each<[number, number, Band]>([
    [8495, 10_000, 'high'],
    [8494, 10_000, 'medium'],
    [6995, 10_000, 'medium'],
    [6994, 10_000, 'low'],
    [0, 0, 'low'],
    [12_000, 10_000, 'high'],
  ])('%i of %i is %s, by the rounded figure', (worked, available, band) =>
    expect(bandOf(utilisationOf(worked, available))).toBe(band),
  );
});

import { describe, expect, it } from '@jest/globals';
import { differences, visibleRows, totals } from './summary';
import { nameOf } from './names';
import { aProvider, aWeek } from './testing/builders';

it('lists the providers that differ, with their hours and days', () => {
  expect(differences(aWeek()).map(({ row, days, minutes }) => [nameOf(row), days, minutes / 60])).toEqual([
    ['Dr. Kim Osei', ['mon', 'tue', 'thu', 'fri'], 11],
    ['Maria Sandoval, RDH', ['fri'], 32],
  ]);
});

it('adds up the hours of the providers, without the office', () => {
  const { byDay, week } = totals(aWeek());
  expect(byDay.mon).toBe((8 + 3 + 8) * 60);
  expect(week).toBe((38 + 11 + 32) * 60);
});

describe('shownRows', () => {
  it.each([
    ['', false, [0, 3, 7, 9]],
    ['kim', false, [0, 7]],
    ['osei dr', false, [0, 7]],
    ['', true, [0, 7, 9]],
    ['ana', true, [0]],
    ['nobody', false, [0]],
  ])('filters by %p, only those that differ: %s', (name, only, ids) => {
    expect(visibleRows(aWeek(), name, only).map((row) => row.provider_id)).toEqual(ids);
  });
});

it('names a provider without a name by number', () => {
  expect(nameOf(aProvider({ provider_id: 12, 'first-name': ' ', 'last-name': '' }))).toBe('Provider 12');
});

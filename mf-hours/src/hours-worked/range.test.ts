import { describe, expect, it } from '@jest/globals';
import { monthsHolding, queryOf, type Range, rangeParams, spanOf } from './range';

describe('the range in the address', () => {
  it.each<[string, Range]>([
    ['', { type: 'week', offset: 0 }],
    ['?range=week&offset=-1', { type: 'week', offset: -1 }],
    ['?range=2weeks&offset=3', { type: '2weeks', offset: 3 }],
    ['?range=month', { type: 'month', offset: 0 }],
    ['?range=year&offset=x', { type: 'week', offset: 0 }],
    ['?range=month&offset=1.5', { type: 'month', offset: 0 }],
    ['?range=month&offset=999999', { type: 'month', offset: 0 }],
  ])('reads the range from "%s"', (search, range) => expect(rangeParams.parse(search)).toEqual(range));

  it('omits an offset of 0 and keeps other parameters', () => {
    expect(rangeParams.write('?x=1&offset=4', { type: 'month', offset: 0 })).toBe('?x=1&range=month');
    expect(rangeParams.write('', { type: '2weeks', offset: -2 })).toBe('?range=2weeks&offset=-2');
  });
});

it.each<[Range, object]>([
  [
    { type: 'week', offset: -1 },
    { view_type: 'week', days: '7', week_offset: -1 },
  ],
  [
    { type: '2weeks', offset: -1 },
    { view_type: 'week', days: '14', week_offset: -2 },
  ],
  [
    { type: 'month', offset: 2 },
    { view_type: 'month', days: '-1', month_offset: 2 },
  ],
])('sends the documented query for %j', (range, query) => expect(queryOf(range)).toEqual(query));

describe('spanOf', () => {
  it.each<[string, Range, string, string]>([
    ['2026-11-20', { type: 'week', offset: 0 }, '2026-11-15', '2026-11-21'],
    ['2026-11-15', { type: 'week', offset: 0 }, '2026-11-15', '2026-11-21'],
    ['2026-11-21', { type: 'week', offset: 1 }, '2026-11-22', '2026-11-28'],
    // Clocks go back on November 1 and forward on March 8: the weeks still have seven days.
    ['2026-11-08', { type: 'week', offset: -1 }, '2026-11-01', '2026-11-07'],
    ['2026-03-08', { type: 'week', offset: 0 }, '2026-03-08', '2026-03-14'],
    ['2026-03-09', { type: '2weeks', offset: -1 }, '2026-02-22', '2026-03-07'],
    ['2026-11-20', { type: '2weeks', offset: 0 }, '2026-11-15', '2026-11-28'],
    ['2026-11-20', { type: 'month', offset: 0 }, '2026-11-01', '2026-11-30'],
    ['2026-01-31', { type: 'month', offset: 1 }, '2026-02-01', '2026-02-28'],
    ['2026-01-31', { type: 'month', offset: -1 }, '2025-12-01', '2025-12-31'],
    ['2026-12-31', { type: 'month', offset: 14 }, '2028-02-01', '2028-02-29'],
  ])('returns on %s for %j the days %s to %s', (today, range, start, end) =>
    expect(spanOf(range, today)).toEqual({ start, end }),
  );
});

it('reads two months for days in three weeks of two months', () => {
  expect(monthsHolding(['2026-11-03', '2026-11-30', '2027-01-02'], '2026-11-20')).toEqual([
    { type: 'month', offset: 0 },
    { type: 'month', offset: 2 },
  ]);
});

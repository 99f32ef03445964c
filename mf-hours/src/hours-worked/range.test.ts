import { describe, expect, it } from '@jest/globals';
import { dayWithin, monthsHolding, queryOf, type Range, rangeHolding, rangeParams, spanOf } from './range';

describe('the range in the URL', () => {
  it.each<[string, Range]>([
    ['', { type: 'week', offset: 0 }],
    ['?range=week&offset=-1', { type: 'week', offset: -1 }],
    ['?range=2weeks&offset=3', { type: '2weeks', offset: 3 }],
    ['?range=month', { type: 'month', offset: 0 }],
    ['?range=year&offset=x', { type: 'week', offset: 0 }],
    ['?range=month&offset=1.5', { type: 'month', offset: 0 }],
    ['?range=month&offset=999999', { type: 'month', offset: 0 }],
  ])('reads the range from "%s"', (search, range) => expect(rangeParams.parse(search)).toMatchObject(range));

  it('omits an offset of 0 and keeps other parameters', () => {
    const today = { layout: 'day', day: null } as const;
    expect(rangeParams.write('?x=1&offset=4', { type: 'month', offset: 0, ...today })).toBe('?x=1&range=month');
    expect(rangeParams.write('', { type: '2weeks', offset: -2, ...today })).toBe('?range=2weeks&offset=-2');
  });

  it('reads the day of the list and ignores an invalid day', () => {
    expect(rangeParams.parse('?day=2026-11-27')).toMatchObject({ layout: 'day', day: '2026-11-27' });
    expect(rangeParams.parse('?day=2026-02-30&layout=list')).toMatchObject({ layout: 'day', day: null });
    expect(rangeParams.parse('?layout=grid')).toMatchObject({ layout: 'grid' });
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

describe('rangeHolding', () => {
  it.each<[Range['type'], string, string, number]>([
    ['week', '2026-11-20', '2026-11-15', 0],
    ['week', '2026-11-20', '2026-11-14', -1],
    ['week', '2026-11-20', '2026-11-22', 1],
    // Clocks go back on November 1.
    ['week', '2026-11-20', '2026-10-31', -3],
    ['2weeks', '2026-11-20', '2026-11-28', 0],
    ['2weeks', '2026-11-20', '2026-11-14', -1],
    ['2weeks', '2026-11-20', '2026-11-29', 1],
    ['month', '2026-01-31', '2025-12-31', -1],
    ['month', '2026-12-31', '2028-02-29', 14],
  ])('returns the %s that on %s contains %s', (type, today, date, offset) => {
    const range = rangeHolding(type, date, today);
    expect(range).toEqual({ type, offset });
    const { start, end } = spanOf(range, today);
    expect([start <= date, date <= end]).toEqual([true, true]);
  });
});

it.each<[string | null, string | undefined, string]>([
  ['2026-11-17', '2026-11-20', '2026-11-17'],
  ['2026-12-17', '2026-11-20', '2026-11-20'],
  [null, '2026-11-20', '2026-11-20'],
  [null, '2026-12-20', '2026-11-15'],
  [null, undefined, '2026-11-15'],
])('shows for the requested day %s on %s the day %s', (wanted, today, day) =>
  expect(dayWithin({ start: '2026-11-15', end: '2026-11-21' }, wanted, today)).toBe(day),
);

it('reads two months for days in three weeks of two months', () => {
  expect(monthsHolding(['2026-11-03', '2026-11-30', '2027-01-02'], '2026-11-20')).toEqual([
    { type: 'month', offset: 0 },
    { type: 'month', offset: 2 },
  ]);
});

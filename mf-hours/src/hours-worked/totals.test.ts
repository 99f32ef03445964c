import { describe, expect, it } from '@jest/globals';
import { utilizationOf } from 'shared-api/contracts';
import { type Band, bandOf, toDateOf, totalOf, weekdayHours } from './totals';

it('counts the days with more than 0 hours', () => {
  expect(totalOf([28_800, 0, 1800])).toEqual({ seconds: 30_600, days: 2 });
  expect(totalOf([])).toEqual({ seconds: 0, days: 0 });
});

describe('bandOf', () => {
  /** The defaults of the settings. */
  const specified = { high_utilization_from: 85, medium_utilization_from: 70 };

  it.each<[number, Band]>([
    [8495, 'high'],
    [8494, 'medium'],
    [6995, 'medium'],
    [6994, 'low'],
    [12_000, 'high'],
  ])('classifies %i of 10,000 by the rounded percentage as %s', (worked, band) =>
    expect(bandOf(utilizationOf({ worked, available: 10_000 }), specified)).toBe(band),
  );

  it('follows the operator’s limits', () => {
    const limits = { high_utilization_from: 90, medium_utilization_from: 50 };
    expect([89.9, 50, 49.9].map((utilization) => bandOf(utilization, limits))).toEqual(['medium', 'medium', 'low']);
  });

  it('has no medium utilization without room between the limits', () => {
    const limits = { high_utilization_from: 60, medium_utilization_from: 80 };
    expect([60, 59.9].map((utilization) => bandOf(utilization, limits))).toEqual(['high', 'low']);
  });
});

describe('toDateOf', () => {
  const provider = {
    provider_id: 1,
    first_name: 'Kim',
    last_name: 'Osei',
    total_hours_available: 40,
    total_hours_worked: 16,
    total_days_available: 5,
    total_days_worked: 2,
  };

  it('excludes future days', () => {
    expect(toDateOf({ ...provider, hours_available_to_date: 16, hours_worked_to_date: 16 })).toEqual({
      available: 16,
      worked: 16,
    });
  });

  it('uses the totals when the server sends no values to date', () => {
    expect(toDateOf(provider)).toEqual({ available: 40, worked: 16 });
  });
});

describe('weekdayHours', () => {
  const day = (date: string, available: number, worked: number) => ({ date, available, worked });

  it('adds up the days of one name up to today, Sunday first, without days off', () => {
    const days = [
      day('2026-11-01', 4, 1),
      day('2026-11-02', 8, 6),
      day('2026-11-03', 0, 2),
      day('2026-11-09', 8, 4),
      day('2026-11-16', 8, 0),
    ];
    expect(weekdayHours(days, '2026-11-10')).toEqual([
      { day: 'sun', progress: 'measured', available: 4, worked: 1 },
      { day: 'mon', progress: 'measured', available: 16, worked: 10 },
    ]);
  });
});

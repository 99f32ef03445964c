import { describe, expect, it } from '@jest/globals';
import { timeKeys } from 'shared-api/contracts';
import type { WeekTimes } from '../schedules/weekly-hours-repository.js';
import { availableBySchedule, availableByWeek, coveredTime, workedSeconds } from './day-figures.js';
import { startOfDay } from '../../platform/dates/start-of-day.js';
import { daysOf, displayDate, rangeOf } from '../schedules/day-ranges.js';

const week = (times: Partial<WeekTimes>): WeekTimes => ({
  ...(Object.fromEntries(timeKeys.map((key) => [key, null])) as WeekTimes),
  ...times,
});
const hours = (count: number): number => count * 3600;

describe('covered', () => {
  it.each([
    ['nothing', [], 0],
    ['one interval', [[0, 60]], 60],
    [
      'two separate intervals',
      [
        [0, 60],
        [100, 130],
      ],
      90,
    ],
    [
      'overlapping time once',
      [
        [0, 60],
        [30, 90],
      ],
      90,
    ],
    [
      'nested intervals once',
      [
        [0, 100],
        [20, 40],
      ],
      100,
    ],
    [
      'intervals in any order',
      [
        [50, 80],
        [0, 60],
      ],
      80,
    ],
    ['nothing for an interval that ends before it begins', [[60, 0]], 0],
  ])('counts %s', (_, intervals, seconds) => {
    expect(coveredTime(intervals.map(([begins = 0, ends = 0]) => ({ begins, ends })))).toBe(seconds);
  });
});

describe('available hours', () => {
  // 2026-11-20 is a Friday.
  it.each([
    ['end minus start minus lunch', { fri_beg: 480, fri_end: 1020, fri_l_beg: 720, fri_l_end: 780 }, 8],
    ['end minus start without lunch', { fri_beg: 480, fri_end: 720 }, 4],
    ['nothing without an end', { fri_beg: 480 }, 0],
    ['nothing without a start', { fri_end: 480 }, 0],
    ['nothing on another weekday', { sat_beg: 480, sat_end: 720 }, 0],
  ])('returns %s', (_, times, count) => {
    expect(availableByWeek(week(times), '2026-11-20')).toBe(hours(count));
  });

  it('counts each minute of overlapping PMS schedules once', () => {
    const schedules = [
      { begins: 480, ends: 720 },
      { begins: 700, ends: 780 },
    ];
    expect(availableBySchedule(schedules)).toBe(hours(5));
  });
});

describe('worked', () => {
  const day = { begins: hours(24), ends: hours(48) };
  it.each([
    ['an appointment', [[30, 31.5]], 1.5],
    [
      'overlapping appointments once',
      [
        [30, 32],
        [31, 33],
      ],
      3,
    ],
    ['only the part of the day for an appointment over midnight', [[47, 50]], 1],
    ['nothing for an appointment on another day', [[10, 12]], 0],
  ])('counts %s', (_, appointments, count) => {
    const intervals = appointments.map(([begins = 0, ends = 0]) => ({ begins: hours(begins), ends: hours(ends) }));
    expect(workedSeconds(intervals, day)).toBe(hours(count));
  });

  it('returns at most 24 hours, also for a day of 25 hours', () => {
    expect(workedSeconds([{ begins: 0, ends: hours(25) }], { begins: 0, ends: hours(25) })).toBe(86_400);
  });
});

describe('days in a time zone', () => {
  it.each([
    ['America/Chicago', '2026-11-20', '2026-11-20T06:00:00.000Z'],
    // Clocks go back at 2:00 on this day, so it has 25 hours. In March they go forward, so that day has 23 hours.
    ['America/Chicago', '2026-11-01', '2026-11-01T05:00:00.000Z'],
    ['America/Chicago', '2026-11-02', '2026-11-02T06:00:00.000Z'],
    ['America/Chicago', '2026-03-08', '2026-03-08T06:00:00.000Z'],
    ['America/Chicago', '2026-03-09', '2026-03-09T05:00:00.000Z'],
    ['Asia/Tokyo', '2026-11-20', '2026-11-19T15:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-20', '2026-11-19T10:00:00.000Z'],
    ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z'],
    // The clocks skipped midnight: the day began at 1:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
  ])('starts the day correctly in %s on %s: %s', (zone, date, instant) => {
    expect(new Date(startOfDay(zone, date)).toISOString()).toBe(instant);
  });

  it('shows a date with its weekday', () => {
    expect(displayDate('2026-11-01')).toBe('Sun 11/1');
  });
});

describe('rangeOf and daysOf', () => {
  const today = '2026-11-20';
  const week0 = { view_type: 'week', days: '7', week_offset: 0, month_offset: 0 } as const;
  it.each([
    ['this week', week0, '2026-11-15', '2026-11-21'],
    ['last week', { ...week0, week_offset: -1 }, '2026-11-08', '2026-11-14'],
    ['two weeks from this Sunday', { ...week0, days: '14' as const }, '2026-11-15', '2026-11-28'],
    ['two weeks from two weeks later', { ...week0, days: '14' as const, week_offset: 2 }, '2026-11-29', '2026-12-12'],
    ['this month', { ...week0, view_type: 'month' as const, days: '-1' as const }, '2026-11-01', '2026-11-30'],
    ['a month given only by its days', { ...week0, days: '-1' as const, month_offset: 3 }, '2027-02-01', '2027-02-28'],
    ['the month of a leap day', { ...week0, days: '-1' as const, month_offset: 15 }, '2028-02-01', '2028-02-29'],
    ['last year’s December', { ...week0, days: '-1' as const, month_offset: -11 }, '2025-12-01', '2025-12-31'],
  ])('returns %s', (_, query, start, end) => {
    expect(rangeOf(query, today)).toEqual({ start, end });
  });

  it('lists every day once across the end of daylight saving', () => {
    expect(daysOf({ start: '2026-10-31', end: '2026-11-03' })).toEqual([
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
    ]);
  });
});

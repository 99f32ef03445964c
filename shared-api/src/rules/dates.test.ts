import { describe, expect, it } from '@jest/globals';
import { addDays, dayIn, daysInMonth, isDate, weekdayOf } from './dates.js';

describe('a date', () => {
  it.each(['2026-11-30', '1900-01-01', '2199-12-31', '2028-02-29', '2000-02-29'])('%s is one', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each([
    '',
    '2026-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-5',
    '1899-12-31',
    '11/30/2026',
    '2026-11-30T00:00:00Z',
  ])('%j is none', (text) => {
    expect(isDate(text)).toBe(false);
  });
});

it.each([
  [2026, 2, 28],
  [2028, 2, 29],
  [2026, 12, 31],
])('month %d-%d has %d days', (year, month, days) => {
  expect(daysInMonth(year, month)).toBe(days);
});

it.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2026-01-01', -1, '2025-12-31'],
  // Daylight saving begins and ends in between.
  ['2026-03-01', 31, '2026-04-01'],
  ['2026-11-01', -30, '2026-10-02'],
])('%s and %d days is %s', (date, days, later) => {
  expect(addDays(date, days)).toBe(later);
});

it.each([
  ['2026-11-22', 0],
  ['2026-11-28', 6],
])('%s is weekday %d', (date, day) => {
  expect(weekdayOf(date)).toBe(day);
});

it.each([
  ['America/Chicago', '2026-11-20T05:59:00Z', '2026-11-19'],
  ['America/Chicago', '2026-11-20T06:00:00Z', '2026-11-20'],
  ['Pacific/Auckland', '2026-11-20T12:00:00Z', '2026-11-21'],
])('in %s %s falls on %s', (zone, instant, day) => {
  expect(dayIn(zone, new Date(instant))).toBe(day);
});

import { describe, expect, it } from '@jest/globals';
import { addDays, dayIn, daysInMonth, isDate, timeZoneStart, weekdayOf } from './dates.js';

describe('isDate', () => {
  it.each(['2026-11-30', '1900-01-01', '2199-12-31', '2028-02-29', '2000-02-29'])('accepts %s', (text) => {
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
  ])('rejects %j', (text) => {
    expect(isDate(text)).toBe(false);
  });
});

it.each([
  [2026, 2, 28],
  [2028, 2, 29],
  [2026, 12, 31],
])('counts the days of %d-%d: %d', (year, month, days) => {
  expect(daysInMonth(year, month)).toBe(days);
});

it.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2026-01-01', -1, '2025-12-31'],
  // Daylight saving time starts and ends in these ranges.
  ['2026-03-01', 31, '2026-04-01'],
  ['2026-11-01', -30, '2026-10-02'],
])('moves %s by %d days to %s', (date, days, later) => {
  expect(addDays(date, days)).toBe(later);
});

it.each([
  ['2026-11-22', 0],
  ['2026-11-28', 6],
])('maps %s to weekday %d', (date, day) => {
  expect(weekdayOf(date)).toBe(day);
});

it.each([
  ['America/Chicago', '2026-11-20T05:59:00Z', '2026-11-19'],
  ['America/Chicago', '2026-11-20T06:00:00Z', '2026-11-20'],
  ['Pacific/Auckland', '2026-11-20T12:00:00Z', '2026-11-21'],
])('returns the date in %s at %s: %s', (zone, instant, day) => {
  expect(dayIn(zone, new Date(instant))).toBe(day);
});

it('returns the date in an engine that formats dates in a different order', () => {
  const { prototype } = Intl.DateTimeFormat;
  const own = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {};
  Object.defineProperty(prototype, 'format', { ...own, get: () => () => '11/19/2026' });
  try {
    expect(dayIn('America/Chicago', new Date('2026-11-20T05:59:00Z'))).toBe('2026-11-19');
  } finally {
    Object.defineProperty(prototype, 'format', own);
  }
});

it.each([
  ['America/Los_Angeles', 'Pacific/Auckland', '2026-11-20T18:00:00Z', '2026-11-21'],
  ['Pacific/Auckland', 'America/Los_Angeles', '2026-11-20T18:00:00Z', '2026-11-21'],
  ['America/Chicago', 'America/Denver', '2026-11-20T18:00:00Z', '2026-11-20'],
])('switches from zone %s to %s at %s on %s', (before, after, now, first) => {
  expect(timeZoneStart(before, after, new Date(now))).toBe(first);
});

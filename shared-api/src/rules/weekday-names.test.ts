import { expect, it } from '@jest/globals';
import { calendarDays, dayOfWeek, shortDayName } from './weekday-names.js';

it('starts the calendar week on Sunday', () => {
  expect(calendarDays.map(shortDayName)).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
});

it.each([
  ['2026-11-22', 'sun'],
  ['2026-11-23', 'mon'],
  ['2026-11-28', 'sat'],
])('returns the weekday of %s: %s', (date, day) => {
  expect(dayOfWeek(date)).toBe(day);
});

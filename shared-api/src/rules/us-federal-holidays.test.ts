import { describe, expect, it } from '@jest/globals';
import { daysOfHoliday, usFederalHolidays } from './us-federal-holidays.js';

const observed = (year: number): string[] => usFederalHolidays(year).map((holiday) => holiday.observed);

describe('usFederalHolidays', () => {
  // Dates published by the Office of Personnel Management.
  it.each([
    [2024, '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25'],
    [2026, '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25'],
    [2027, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24'],
  ])('lists the observed days of %d', (year, days) => {
    expect(observed(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`));
  });

  it('observes a Saturday New Year’s Day in the previous year', () => {
    expect(usFederalHolidays(2028)[0]).toMatchObject({ date: '2028-01-01', observed: '2027-12-31' });
  });

  it('closes on the holiday and on its observed day', () => {
    const [independence] = usFederalHolidays(2026).filter(({ id }) => id === 'independence');
    expect(independence && daysOfHoliday(independence)).toEqual({ start: '2026-07-03', end: '2026-07-04' });
    const [sunday] = usFederalHolidays(2027).filter(({ id }) => id === 'independence');
    expect(sunday && daysOfHoliday(sunday)).toEqual({ start: '2027-07-04', end: '2027-07-05' });
  });
});

/** Weekly hours of demo offices and providers. */
import { type Day, days, timeKeys } from 'shared-api/contracts';
import type { WeekTimes } from '../hours/schedules/weekly-hours-repository.js';

/** Hours of a day as `start-end` or `start-end/lunch start-lunch end`, on a 24 hour clock: `8:00-17:00/12:00-13:00`. */
type DayText = string;

function minutes(text: string): number {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return hour * 60 + minute;
}

function week(hours: Partial<Record<Day, DayText>>): WeekTimes {
  const times = Object.fromEntries(timeKeys.map((key) => [key, null])) as WeekTimes;
  for (const day of days) {
    const text = hours[day];
    if (text === undefined) continue;
    const [beg = '', end = '', lunchBeg, lunchEnd] = text.split(/[-/]/);
    times[`${day}_beg`] = minutes(beg);
    times[`${day}_end`] = minutes(end);
    times[`${day}_l_beg`] = lunchBeg === undefined ? null : minutes(lunchBeg);
    times[`${day}_l_end`] = lunchEnd === undefined ? null : minutes(lunchEnd);
  }
  return times;
}

const on = (which: readonly Day[], text: DayText): Partial<Record<Day, DayText>> =>
  Object.fromEntries(which.map((day) => [day, text]));

const monToThu = ['mon', 'tue', 'wed', 'thu'] as const;
const monToFri = [...monToThu, 'fri'] as const;

/** Weekly hours of offices. */
export const officeWeeks = {
  usual: week({ ...on(monToThu, '8:00-17:00/12:00-13:00'), fri: '8:00-14:00' }),
  fiveDays: week(on(monToFri, '8:30-17:30/12:30-13:30')),
  early: week({ ...on(monToThu, '7:00-16:00/11:30-12:30'), fri: '7:00-13:00' }),
  fourLongDays: week(on(monToThu, '7:00-18:00/12:00-13:00')),
  withSaturday: week({ ...on(monToFri, '9:00-18:00/13:00-14:00'), sat: '9:00-13:00' }),
  withEvenings: week({
    ...on(['mon', 'wed', 'fri'], '8:00-16:30/12:00-12:45'),
    ...on(['tue', 'thu'], '10:00-19:30/14:00-14:45'),
  }),
} as const;

/** Weekly hours of providers who don't use the office hours. */
export const providerWeeks = {
  noLunch: week(on(monToFri, '9:00-15:00')),
  evenings: week({ ...on(['tue', 'thu'], '11:00-20:00/15:00-15:30'), wed: '12:00-20:00/16:00-16:30' }),
  partTime: week({ mon: '9:00-15:00', wed: '9:00-15:00' }),
  saturdays: week({ ...on(['tue', 'wed', 'thu'], '8:00-16:00/12:00-12:30'), sat: '8:00-14:00' }),
  mornings: week(on(monToFri, '7:30-12:00')),
  longTuesday: week({ mon: '8:00-17:00/12:00-13:00', tue: '7:00-19:00/12:00-13:30', thu: '8:00-17:00/12:00-13:00' }),
  shortLunch: week(on(monToThu, '8:00-16:30/12:00-12:30')),
  oneDay: week({ fri: '8:00-14:00' }),
} as const;

export type OfficeWeek = keyof typeof officeWeeks;
export type ProviderWeek = keyof typeof providerWeeks;

export const officeWeekNames = Object.keys(officeWeeks) as OfficeWeek[];
export const providerWeekNames = Object.keys(providerWeeks) as ProviderWeek[];

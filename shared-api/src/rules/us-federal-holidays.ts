/**
 * US federal holidays (5 U.S.C. 6103) with their observed days. A Saturday holiday is observed on the Friday before,
 * and a Sunday holiday on the Monday after. Days are `YYYY-MM-DD`.
 */
import { addDays, daysInMonth, weekdayOf } from './dates.js';

export const holidayIds = [
  'new_year',
  'mlk',
  'presidents',
  'memorial',
  'juneteenth',
  'independence',
  'labor',
  'columbus',
  'veterans',
  'thanksgiving',
  'christmas',
] as const;
export type HolidayId = (typeof holidayIds)[number];

export interface Holiday {
  id: HolidayId;
  name: string;
  date: string;
  /** Equal to `date` on a weekday. New Year's Day can be observed in the previous year. */
  observed: string;
}

const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;
const SUNDAY = 0;

const dayOf = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** The nth weekday of a month, counted from 1. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  const first = dayOf(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
}

function lastWeekday(year: number, month: number, weekday: number): string {
  const last = dayOf(year, month, daysInMonth(year, month));
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
}

function observedOn(date: string): string {
  if (weekdayOf(date) === SATURDAY) return addDays(date, -1);
  return weekdayOf(date) === SUNDAY ? addDays(date, 1) : date;
}

/** A year's holidays in order, including Juneteenth since 2021. */
export function usFederalHolidays(year: number): Holiday[] {
  const days: readonly (readonly [HolidayId, string, string])[] = [
    ['new_year', 'New Year’s Day', dayOf(year, 1, 1)],
    ['mlk', 'Martin Luther King Jr. Day', nthWeekday(year, 1, MONDAY, 3)],
    ['presidents', 'Presidents’ Day', nthWeekday(year, 2, MONDAY, 3)],
    ['memorial', 'Memorial Day', lastWeekday(year, 5, MONDAY)],
    ['juneteenth', 'Juneteenth', dayOf(year, 6, 19)],
    ['independence', 'Independence Day', dayOf(year, 7, 4)],
    ['labor', 'Labor Day', nthWeekday(year, 9, MONDAY, 1)],
    ['columbus', 'Columbus Day', nthWeekday(year, 10, MONDAY, 2)],
    ['veterans', 'Veterans Day', dayOf(year, 11, 11)],
    ['thanksgiving', 'Thanksgiving Day', nthWeekday(year, 11, THURSDAY, 4)],
    ['christmas', 'Christmas Day', dayOf(year, 12, 25)],
  ];
  return days.map(([id, name, date]) => ({ id, name, date, observed: observedOn(date) }));
}

/** The days on which an office is closed for a holiday: the holiday and its observed day. */
export function daysOfHoliday({ date, observed }: Holiday): { start: string; end: string } {
  return date < observed ? { start: date, end: observed } : { start: observed, end: date };
}

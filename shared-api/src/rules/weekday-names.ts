/** Weekdays by wire name, with display names. */
import { type Day, days } from '../contracts/weekly-hours.js';
import { weekdayOf } from './dates.js';

/** `Monday` */
export const dayNames: Readonly<Record<Day, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/** `Mon` */
export const shortDayName = (day: Day): string => dayNames[day].slice(0, 3);

/** The calendar week, starting on Sunday. `days` starts on Monday. */
export const calendarDays: readonly Day[] = [...days.slice(-1), ...days.slice(0, -1)];

/** The weekday of a `YYYY-MM-DD` date. */
export const dayOfWeek = (date: string): Day => calendarDays[weekdayOf(date)] ?? 'sun';

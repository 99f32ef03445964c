/** Ranges of days, as shown on pages. Pure functions. */
import { addDays, dayOfWeek, daysInMonth, shortDayName, weekdayOf } from 'shared-api/contracts';

/** A range of days. It includes both ends. */
export interface DayRange {
  start: string;
  end: string;
}

export interface RangeQuery {
  view_type: 'week' | 'month';
  days?: '7' | '14' | '-1' | undefined;
  week_offset: number;
  month_offset: number;
}

/**
 * The range of a query (DECISIONS 9): weeks begin on Sunday, 2 Weeks begins on the Sunday of the week of the offset, a
 * month is a calendar month.
 *
 * @param today `YYYY-MM-DD`, in the practice's time zone
 */
export function rangeOf({ view_type, days, week_offset, month_offset }: RangeQuery, today: string): DayRange {
  if (view_type === 'month' || days === '-1') {
    const [year = 0, month = 1] = today.split('-').map(Number);
    const first = new Date(Date.UTC(year, month - 1 + month_offset, 1)).toISOString().slice(0, 10);
    const [ofYear = 0, ofMonth = 1] = first.split('-').map(Number);
    return { start: first, end: addDays(first, daysInMonth(ofYear, ofMonth) - 1) };
  }
  const start = addDays(today, week_offset * 7 - weekdayOf(today));
  return { start, end: addDays(start, days === '14' ? 13 : 6) };
}

/** Every day of a range, in order. */
export function daysOf({ start, end }: DayRange): string[] {
  const days: string[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}

/** `Sun 11/15` */
export function displayDate(date: string): string {
  return `${shortDayName(dayOfWeek(date))} ${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}`;
}

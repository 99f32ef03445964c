/** A month as a grid of weeks from Sunday to Saturday. Months are `YYYY-MM`. */
import { addDays, type DateRange, daysInMonth, type HoursException, weekdayOf } from 'shared-api/contracts';

export const monthOf = (date: string): string => date.slice(0, 7);

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

export const firstOf = (month: string): string => `${month}-01`;

export function lastOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${month}-${String(daysInMonth(year, number)).padStart(2, '0')}`;
}

/** The weeks of a month, filled up with days of the adjacent months. */
export function weeksOf(month: string): string[][] {
  const first = firstOf(month);
  const start = addDays(first, -weekdayOf(first));
  const last = lastOf(month);
  const weeks: string[][] = [];
  for (let week = start; week <= last; week = addDays(week, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(week, day)));
  }
  return weeks;
}

/** The same day of another month, or its last day if that month is shorter. */
export function sameDayIn(month: string, date: string): string {
  const last = lastOf(month);
  const day = `${month}${date.slice(7)}`;
  return day > last ? last : day;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The day that a key moves to; undefined if the key doesn't move the cursor. */
export function movedDay(date: string, key: string): string | undefined {
  const step = steps[key];
  if (step !== undefined) return addDays(date, step);
  switch (key) {
    case 'Home':
      return addDays(date, -weekdayOf(date));
    case 'End':
      return addDays(date, 6 - weekdayOf(date));
    case 'PageUp':
      return sameDayIn(addMonths(monthOf(date), -1), date);
    case 'PageDown':
      return sameDayIn(addMonths(monthOf(date), 1), date);
    default:
      return undefined;
  }
}

export const exceptionsIn = (exceptions: readonly HoursException[], month: string): HoursException[] =>
  exceptions.filter((each) => each.start_date <= lastOf(month) && each.end_date >= firstOf(month));

/** The longest range that a console lists. */
const MAX_RANGE_DAYS = 400;

/**
 * The days after a month in which to search for the next exception, from today; null if no exception can be on them.
 */
export function daysAfter(month: string, today: string, bounds: DateRange): DateRange | null {
  const next = addDays(lastOf(month), 1);
  const start = next < today ? today : next;
  const last = addDays(start, MAX_RANGE_DAYS - 1);
  const end = last < bounds.end ? last : bounds.end;
  return end < start ? null : { start, end };
}

/** The exceptions of a day, the office's first. */
export function exceptionsOn(exceptions: readonly HoursException[], date: string): HoursException[] {
  return exceptions
    .filter((each) => each.start_date <= date && each.end_date >= date)
    .sort((one, other) => one.provider_id - other.provider_id);
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const instantOf = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** `November 2026` */
export const monthName = (month: string): string => monthFormat.format(instantOf(firstOf(month)));
/** `Thursday, November 26, 2026` */
export const longDayName = (date: string): string => longDay.format(instantOf(date));

/** The days that the page shows, and their URL parameters: `?range=2weeks&offset=-1` (specification: 2.3, 7.3, 9). */
import { choiceParam, dateParam, type UrlParam, urlParams } from 'shared-ui/remote';
import { addDays, daysBetween, daysInMonth, type QueryOf, type readHoursWorked, weekdayOf } from 'shared-api/contracts';

export const rangeTypes = ['week', '2weeks', 'month'] as const;
export type RangeType = (typeof rangeTypes)[number];

/** The type of a range with this number of days. */
export function rangeKind(days: number): RangeType {
  if (days === 7) return 'week';
  return days === 14 ? '2weeks' : 'month';
}

/** `offset` counts ranges of the type from the one that contains today, so 2 Weeks move by two weeks (DECISIONS 23). */
export interface Range {
  type: RangeType;
  offset: number;
}

export interface Span {
  start: string;
  end: string;
}

/** Maximum offset. The server accepts up to 1,200 weeks or months, and 2 Weeks are two of them. */
const FARTHEST = 600;

const offsetParam: UrlParam<number> = {
  name: 'offset',
  parse: (text) => {
    const offset = Number(text ?? 0);
    return Number.isInteger(offset) && Math.abs(offset) <= FARTHEST ? offset : 0;
  },
  format: (offset) => (offset === 0 ? null : String(offset)),
};

/** On a phone, one day of the range as a list, or the whole range as a grid. Wider screens always show the grid. */
export const layouts = ['day', 'grid'] as const;
export type Layout = (typeof layouts)[number];

export interface ShownDays extends Range {
  layout: Layout;
  /** The day of the list, `YYYY-MM-DD`; null for today, or the first day of a range without it. */
  day: string | null;
}

export const rangeParams = urlParams<ShownDays>({
  type: choiceParam('range', rangeTypes, 'week'),
  offset: offsetParam,
  layout: choiceParam('layout', layouts, 'day'),
  day: dateParam('day'),
});

/** The documented query of a range. */
export function queryOf({ type, offset }: Range): NonNullable<QueryOf<typeof readHoursWorked>> {
  if (type === 'month') return { view_type: 'month', days: '-1', month_offset: offset };
  return type === 'week'
    ? { view_type: 'week', days: '7', week_offset: offset }
    : { view_type: 'week', days: '14', week_offset: offset * 2 };
}

const sundayOf = (date: string): string => addDays(date, -weekdayOf(date));

/** Months since the year 0. */
const monthsOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

/** First and last day of a range. @param today `YYYY-MM-DD` in the practice's time zone */
export function spanOf({ type, offset }: Range, today: string): Span {
  if (type !== 'month') {
    const days = type === 'week' ? 7 : 14;
    const start = addDays(sundayOf(today), offset * days);
    return { start, end: addDays(start, days - 1) };
  }
  const months = monthsOf(today) + offset;
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
  const text = `${year}-${String(month).padStart(2, '0')}`;
  return { start: `${text}-01`, end: `${text}-${daysInMonth(year, month)}` };
}

/** The range of a type that contains a day. @param today `YYYY-MM-DD` in the practice's time zone */
export function rangeHolding(type: RangeType, date: string, today: string): Range {
  if (type === 'month') return { type, offset: monthsOf(date) - monthsOf(today) };
  const days = daysBetween(sundayOf(today), sundayOf(date)) - 1;
  return { type, offset: Math.floor(days / (type === 'week' ? 7 : 14)) };
}

/** The day of a range that the list shows: the requested one, today, or the first. */
export function dayWithin({ start, end }: Span, wanted: string | null, today: string | undefined): string {
  return [wanted, today].find((date) => date != null && date >= start && date <= end) ?? start;
}

/** The months that contain the given days, as ranges. These are the fewest reads that load all of the days. */
export function monthsHolding(dates: Iterable<string>, today: string): Range[] {
  const offsets = new Set([...dates].map((date) => monthsOf(date) - monthsOf(today)));
  return [...offsets].map((offset) => ({ type: 'month', offset }));
}

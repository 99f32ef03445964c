/** The days that the page shows, and their URL parameters: `?range=2weeks&offset=-1` (specification: 2.3, 7.3, 9). */
import { choiceParam, type UrlParam, urlParams } from 'shared-ui/remote';
import { addDays, daysInMonth, type QueryOf, type readHoursWorked, weekdayOf } from 'shared-api/contracts';

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

export const rangeParams = urlParams<Range>({ type: choiceParam('range', rangeTypes, 'week'), offset: offsetParam });

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

/** The months that contain the given days, as ranges. These are the fewest reads that load all of the days. */
export function monthsHolding(dates: Iterable<string>, today: string): Range[] {
  const offsets = new Set([...dates].map((date) => monthsOf(date) - monthsOf(today)));
  return [...offsets].map((offset) => ({ type: 'month', offset }));
}

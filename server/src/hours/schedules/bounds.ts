/** The days that a practice's hours cover: from its first appointment or schedule to the end of the current year. */
import type { Db } from '../../platform/database/tables.js';
import { invalid, notFound } from '../../platform/errors/app-error.js';
import { dayIn } from 'shared-api/contracts';
import { zonedDay } from '../../practices/directory/time-zones.js';
import { findDatedSettings } from '../../practices/settings/settings-repository.js';
import { firstDates } from '../hours-worked/hours-worked-repository.js';
import type { DayRange } from './day-ranges.js';

/**
 * Maximum number of years before the current one. A mistyped appointment of 1926 must not make every recalculation take
 * a minute.
 */
const MAX_YEARS_BACK = 10;

export interface HoursDays {
  /** The practice's current time zone. */
  zone: string;
  /** `YYYY-MM-DD` in it. */
  today: string;
  bounds: DayRange;
}

/** @throws AppError `not_found` */
export async function hoursDays(db: Db, practiceId: number, now: Date): Promise<HoursDays> {
  const [{ appointment, date }, settings] = await Promise.all([
    firstDates(db, practiceId),
    findDatedSettings(db, practiceId),
  ]);
  if (!settings) throw notFound('This practice doesn’t exist.');
  const { zones } = settings;
  const zone = zones.current;
  const today = dayIn(zone, now);
  const year = Number(today.slice(0, 4));
  const yearStart = `${year}-01-01`;
  const dates = [yearStart, ...(appointment ? [zonedDay(zones, appointment)] : []), ...(date === null ? [] : [date])];
  const [first = yearStart] = dates.sort();
  const earliest = `${year - MAX_YEARS_BACK}-01-01`;
  return { zone, today, bounds: { start: first < earliest ? earliest : first, end: `${year}-12-31` } };
}

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const dateText = (date: string): string => format.format(new Date(`${date}T00:00:00Z`));

/** @throws AppError `invalid` at the fields, for a range without any day inside the bounds */
export function assertOverlaps(range: DayRange, bounds: DayRange, fields: readonly string[]): void {
  if (range.end >= bounds.start && range.start <= bounds.end) return;
  throw invalid(boundsMessage(bounds), Object.fromEntries(fields.map((field) => [field, boundsMessage(bounds)])));
}

export function boundsMessage({ start, end }: DayRange): string {
  return `Hours are available from ${dateText(start)} to ${dateText(end)}.`;
}

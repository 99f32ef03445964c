/**
 * The rating of a utilization. The percentage follows the specification (section 9). A band needs something to rate: a
 * practice that hasn't opened yet, or a provider without available hours, isn't "Low" (docs/decisions/0215).
 */
import { type RangeHours, utilizationOf } from 'shared-api/contracts';
import { messages } from './messages';

export interface DayHours extends RangeHours {
  /** `YYYY-MM-DD` */
  date: string;
}

/** How far the practice is in a range: nobody has worked yet, less than an hour is worked, or there is something to rate. */
export type Progress = 'not-started' | 'first-hour' | 'measured';

export type Rating =
  | { kind: 'no-hours' }
  | { kind: 'not-started' }
  /** In percent, to one decimal. During the first hour it has no band. */
  | { kind: 'utilization'; utilization: number; isRated: boolean };

const FIRST_HOUR_SECONDS = 3600;

/**
 * @param days the practice's hours of each day of the range
 * @param today `YYYY-MM-DD` in the practice's time zone; undefined from a console that doesn't send it
 */
export function progressOf(days: readonly DayHours[], today: string | undefined): Progress {
  if (today === undefined || days.some(({ date, available }) => date < today && available > 0)) return 'measured';
  const worked = days.reduce((sum, day) => (day.date <= today ? sum + day.worked : sum), 0);
  if (worked >= FIRST_HOUR_SECONDS) return 'measured';
  return worked > 0 ? 'first-hour' : 'not-started';
}

/**
 * @param range the hours of all days
 * @param toDate those up to and including today
 * @param progress of the practice, also for one provider
 */
export function ratingOf(range: RangeHours, toDate: RangeHours, progress: Progress): Rating {
  if (range.available === 0) return { kind: 'no-hours' };
  if (toDate.available === 0 || progress === 'not-started') return { kind: 'not-started' };
  return { kind: 'utilization', utilization: utilizationOf(range), isRated: progress === 'measured' };
}

/** The percentage: 0.0% without available hours and before the start, as specified. */
export const ratingText = (rating: Rating): string =>
  messages.summary.percent(rating.kind === 'utilization' ? rating.utilization : 0);

/** Text without a badge: that nobody has worked yet, or the percentage. */
export const ratingOrStartText = (rating: Rating): string =>
  rating.kind === 'not-started' ? messages.summary.notStarted : ratingText(rating);

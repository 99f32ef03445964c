/**
 * Available hours of a provider on a day, from the schedule that is valid then and the exceptions of that day. Pure
 * functions; in seconds.
 */
import { OFFICE } from 'shared-api/contracts';
import type { ExceptionRow } from '../schedules/exceptions-repository.js';
import { scheduleOn } from '../schedules/schedules-repository.js';
import type { StoredWeek } from '../schedules/weekly-hours-repository.js';
import { availableByWeek, secondsOfTimes } from './day-figures.js';

/**
 * A provider's own exception takes precedence, then the office's: a closed day is closed for everyone, and other office
 * hours apply to providers who use the office hours. Without an exception, the weekly schedule of the day applies
 * (docs/decisions/0032).
 *
 * @param weeks of each schedule that is valid on one of the days, by its first day
 */
export function availabilityOf(
  weeks: ReadonlyMap<string, readonly StoredWeek[]>,
  exceptions: readonly ExceptionRow[],
): (provider: number, date: string) => number {
  const dates = [...weeks.keys()].sort();
  const byProvider = new Map(
    [...weeks].map(([validFrom, rows]) => [validFrom, new Map(rows.map((week) => [week.provider_id, week]))]),
  );
  const exceptionsOf = new Map<number, ExceptionRow[]>();
  for (const row of exceptions) exceptionsOf.set(row.provider_id, [...(exceptionsOf.get(row.provider_id) ?? []), row]);
  const exceptionOn = (provider: number, date: string): ExceptionRow | undefined =>
    exceptionsOf.get(provider)?.find((row) => row.start_date <= date && row.end_date >= date);

  return (provider, date) => {
    const own = exceptionOn(provider, date);
    if (own) return secondsOfTimes(own);
    const schedule = byProvider.get(scheduleOn(dates, date));
    const week = schedule?.get(provider);
    const follows = !week || week.same_as_office_hours;
    const office = exceptionOn(OFFICE, date);
    if (office && (office.kind === 'closed' || follows)) return secondsOfTimes(office);
    // A provider who uses the office hours has the office's current times. Their stored times may be older.
    const times = follows ? schedule?.get(OFFICE)?.times : week.times;
    return times ? availableByWeek(times, date) : 0;
  };
}

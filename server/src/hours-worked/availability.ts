/** Available hours of a provider on a day, from the schedule valid then and the exceptions of that day. Pure; in seconds. */
import { OFFICE } from 'shared-api/contracts';
import type { ExceptionRow } from '../hours/exceptions-repository.js';
import { scheduleOn } from '../hours/schedules-repository.js';
import type { StoredWeek } from '../hours/weekly-hours-repository.js';
import { availableByWeek, secondsOfTimes } from './day-figures.js';

/**
 * A provider's own exception comes first. Then that of the office: a closed day is closed for everybody, and other hours
 * are those of whoever follows the office. Without either, the weekly schedule of the day holds (docs/decisions/0032).
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
    // A follower has the office's times of now, whatever was stored when they last followed.
    const times = follows ? schedule?.get(OFFICE)?.times : week.times;
    return times ? availableByWeek(times, date) : 0;
  };
}

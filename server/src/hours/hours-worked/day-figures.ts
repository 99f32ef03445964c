/** Available and worked hours of one provider, day by day. Pure functions; all in seconds. */
import { dayOfWeek, MAX_DAY_SECONDS } from 'shared-api/contracts';
import type { WeekTimes } from '../schedules/weekly-hours-repository.js';

/** A time interval. It does not include `ends`. */
export interface Interval {
  begins: number;
  ends: number;
}

/** The time that the intervals cover. Overlaps, such as two chairs at the same time, count once. */
export function coveredTime(intervals: readonly Interval[]): number {
  const sorted = intervals.filter(({ begins, ends }) => ends > begins).sort((one, other) => one.begins - other.begins);
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { begins, ends } of sorted) {
    if (ends <= until) continue;
    sum += ends - Math.max(begins, until);
    until = ends;
  }
  return sum;
}

/** The times of one day, in minutes since midnight. */
export interface DayTimes {
  beg: number | null;
  end: number | null;
  l_beg: number | null;
  l_end: number | null;
}

/** Seconds of a day: end minus start minus lunch; 0 without both start and end. */
export function secondsOfTimes({ beg, end, l_beg, l_end }: DayTimes): number {
  if (beg === null || end === null) return 0;
  return Math.max(0, end - beg - ((l_end ?? 0) - (l_beg ?? 0))) * 60;
}

/** Seconds of a day in a regular week: end minus start minus lunch. A day without both start and end counts as 0. */
export function availableByWeek(week: WeekTimes, date: string): number {
  const day = dayOfWeek(date);
  return secondsOfTimes({
    beg: week[`${day}_beg`],
    end: week[`${day}_end`],
    l_beg: week[`${day}_l_beg`],
    l_end: week[`${day}_l_end`],
  });
}

/** Seconds of a day according to the PMS' own schedule. @param schedules in minutes since midnight */
export function availableBySchedule(schedules: readonly Interval[]): number {
  return coveredTime(schedules) * 60;
}

/**
 * Seconds of a day that the appointments cover, at most 24 hours.
 *
 * @param appointments in epoch seconds
 * @param day its first instant and that of the next day, in epoch seconds
 */
export function workedSeconds(appointments: readonly Interval[], day: Interval): number {
  const within = appointments.map(({ begins, ends }) => ({
    begins: Math.max(begins, day.begins),
    ends: Math.min(ends, day.ends),
  }));
  return Math.min(MAX_DAY_SECONDS, coveredTime(within));
}

/** Totals and utilization of a range (specification: section 9; DECISIONS 25). All hours are seconds. */
import {
  calendarDays,
  type Day,
  dayOfWeek,
  type ProviderHours,
  type ProviderTotals,
  type RangeHours,
} from 'shared-api/contracts';
import { effectiveSeconds, toStoredHours } from './cells';
import type { DayFigures } from './DayChart';
import { type Progress, progressOf } from './rating';

export interface Total {
  seconds: number;
  /** Days with more than 0. */
  days: number;
}

export function totalOf(values: Iterable<number>): Total {
  const total = { seconds: 0, days: 0 };
  for (const seconds of values) {
    total.seconds += seconds;
    if (seconds > 0) total.days += 1;
  }
  return total;
}

export type Band = 'high' | 'medium' | 'low';

/** The utilization in percent at which a band starts. The operator sets them; the specification has 85 and 70. */
export interface BandLimits {
  readonly high_utilization_from: number;
  readonly medium_utilization_from: number;
}

/** The band of a rounded utilization: 84.95 rounds to 85.0, which is high. Without room between the limits, none is medium. */
export function bandOf(utilization: number, { high_utilization_from, medium_utilization_from }: BandLimits): Band {
  if (utilization >= high_utilization_from) return 'high';
  return utilization >= medium_utilization_from ? 'medium' : 'low';
}

/** Hours of a provider over the whole range. */
export function rangeHoursOf({ total_hours_available, total_hours_worked }: ProviderTotals): RangeHours {
  return { available: total_hours_available, worked: total_hours_worked };
}

/** Hours of a provider up to and including today. */
export function toDateOf(provider: ProviderTotals): RangeHours {
  return {
    available: provider.hours_available_to_date ?? provider.total_hours_available,
    worked: provider.hours_worked_to_date ?? provider.total_hours_worked,
  };
}

/** The saved hours of each day. They add up to the range's figures, which exclude providers without available hours. */
export function dailyHours(dates: readonly string[], providers: readonly ProviderHours[]): DayFigures[] {
  const counted = providers.filter(({ total_hours_available: available }) => available !== 0);
  return dates.map((date) => {
    const day = { date, available: 0, worked: 0 };
    for (const { hours } of counted) {
      const cell = hours[date];
      if (!cell) continue;
      day.available += effectiveSeconds(toStoredHours(cell, 'available'));
      day.worked += effectiveSeconds(toStoredHours(cell, 'worked'));
    }
    return day;
  });
}

/** The hours of a weekday, such as the Mondays of a month. */
export interface WeekdayHours extends RangeHours {
  day: Day;
  /** Progress of these days. */
  progress: Progress;
}

/** Hours by day of the week, Sunday first, up to and including today. Days without available hours are left out. */
export function weekdayHours(days: readonly DayFigures[], today: string | undefined): WeekdayHours[] {
  const past = days.filter(({ date }) => today === undefined || date <= today);
  return calendarDays.flatMap((day) => {
    const named = past.filter(({ date }) => dayOfWeek(date) === day);
    const total: WeekdayHours = { day, progress: progressOf(named, today), available: 0, worked: 0 };
    for (const { available, worked } of named) {
      total.available += available;
      total.worked += worked;
    }
    return total.available > 0 ? [total] : [];
  });
}

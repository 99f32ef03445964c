/** Totals and utilization of a range (specification: section 9; DECISIONS 25). All hours are seconds. */
import type { ProviderTotals, RangeHours } from 'shared-api/contracts';

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

/** The band of a rounded utilization: 84.95 rounds to 85.0, which is high. */
export function bandOf(utilization: number): Band {
  if (utilization >= 85) return 'high';
  return utilization >= 70 ? 'medium' : 'low';
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

/** Totals and utilization of a range (specification: section 9; DECISIONS 25). All hours are seconds. */
import type { ProviderTotals } from 'shared-api/contracts';

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

/** Worked hours as a percentage of available hours, to one decimal; null if none were available. May be over 100. */
export function utilizationOf({ worked, available }: { worked: number; available: number }): number | null {
  return available <= 0 ? null : Math.round((worked * 1000) / available) / 10;
}

export type Band = 'high' | 'medium' | 'low';

/** The band of a rounded utilization: 84.95 rounds to 85.0, which is high. */
export function bandOf(utilization: number): Band {
  if (utilization >= 85) return 'high';
  return utilization >= 70 ? 'medium' : 'low';
}

/** Hours of a provider until today. Future days do not count as unused. */
export function toDateOf(provider: ProviderTotals): { available: number; worked: number } {
  return {
    available: provider.hours_available_to_date ?? provider.total_hours_available,
    worked: provider.hours_worked_to_date ?? provider.total_hours_worked,
  };
}

export function sumOf(hours: readonly { available: number; worked: number }[]): { available: number; worked: number } {
  return hours.reduce(
    (sum, { available, worked }) => ({ available: sum.available + available, worked: sum.worked + worked }),
    { available: 0, worked: 0 },
  );
}

/** Sums over a range and how busy it was (specification: section 9; DECISIONS 25). All hours are seconds. */
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

/** Hours worked of those available, in percent to one decimal; 0 when there were none. May be over 100. */
export function utilisationOf(worked: number, available: number): number {
  return available <= 0 ? 0 : Math.round((worked * 1000) / available) / 10;
}

export type Band = 'high' | 'medium' | 'low';

/** From the rounded figure: 84.95 is 85.0, and so high. */
export function bandOf(utilisation: number): Band {
  if (utilisation >= 85) return 'high';
  return utilisation >= 70 ? 'medium' : 'low';
}

export function sumOf(providers: readonly ProviderTotals[]): { available: number; worked: number } {
  return providers.reduce(
    (sum, provider) => ({
      available: sum.available + provider.total_hours_available,
      worked: sum.worked + provider.total_hours_worked,
    }),
    { available: 0, worked: 0 },
  );
}

/** Billing periods and prorations. Pure; times in epoch seconds, money in the currency's smallest unit. */
export type Interval = 'day' | 'week' | 'month' | 'year';

export interface Recurring {
  interval: Interval;
  interval_count: number;
}

const DAY = 86_400;

/**
 * The end of a period. Months and years end on the anchor's day of the month, or on the last day of a shorter month, as in
 * Stripe.
 */
export function periodEnd(start: number, { interval, interval_count: count }: Recurring, anchor: number): number {
  if (interval === 'day') return start + count * DAY;
  if (interval === 'week') return start + count * 7 * DAY;
  const from = new Date(start * 1000);
  const months = interval === 'year' ? count * 12 : count;
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(new Date(anchor * 1000).getUTCDate(), lastDay);
  const time = start - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()) / 1000;
  return Date.UTC(from.getUTCFullYear(), month, day) / 1000 + time;
}

/** The part of a full period's amount for the rest of the period, exact to the second, as in Stripe. */
export function prorated(amount: number, period: { start: number; end: number }, from: number): number {
  const length = period.end - period.start;
  if (length <= 0) return 0;
  const left = Math.min(length, Math.max(0, period.end - from));
  return Math.round((amount * left) / length);
}

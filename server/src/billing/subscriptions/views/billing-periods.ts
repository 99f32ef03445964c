/**
 * When subscriptions renew: https://docs.stripe.com/billing/subscriptions/billing-cycle. Pure functions; times are
 * epoch seconds.
 */

export interface RecurringInterval {
  interval: 'day' | 'week' | 'month' | 'year';
  count: number;
}

const DAY_S = 86_400;

/**
 * The end of the period that starts at a time. Months and years end on the anchor's day of the month, or on the last day of a
 * shorter month.
 */
export function periodEnd(start: number, { interval, count }: RecurringInterval, anchor: number): number {
  if (interval === 'day') return start + count * DAY_S;
  if (interval === 'week') return start + count * 7 * DAY_S;
  const from = new Date(start * 1000);
  const month = from.getUTCMonth() + (interval === 'year' ? count * 12 : count);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(new Date(anchor * 1000).getUTCDate(), lastDay);
  const timeOfDay = start - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()) / 1000;
  return Date.UTC(from.getUTCFullYear(), month, day) / 1000 + timeOfDay;
}

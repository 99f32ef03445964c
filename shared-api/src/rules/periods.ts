/** Formats price periods as text. */
import type { BillingPeriod, PlanInterval } from '../contracts/subscriptions.js';
import { plural } from './counts.js';

/** The text after "per": `month`, `year`, `3 months`. */
export function periodText(interval: PlanInterval, every: BillingPeriod | undefined): string {
  if (!every) return interval;
  return every.count === 1 ? every.interval : plural(every.count, every.interval);
}

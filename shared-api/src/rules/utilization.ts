/** Utilization of a range of days: one rule for every page, card and table (specification: settings and hours, section 9). */

/** Hours in a date range, in seconds. */
export interface RangeHours {
  available: number;
  worked: number;
}

/** Worked hours as a percentage of available hours, to one decimal; 0 without available hours. Can exceed 100. */
export function utilizationOf({ available, worked }: RangeHours): number {
  return available > 0 ? Math.round((worked * 1000) / available) / 10 : 0;
}

/** The totals of several providers, from which their combined utilization is computed. */
export interface CountedHours extends RangeHours {
  /** Providers without available hours, who are excluded from both totals (DECISIONS 25). */
  leftOut: { providers: number; worked: number };
}

/** True if both leave out the same number of providers and hours, so that one sentence covers both. */
export const isSameLeftOut = ({ leftOut: one }: CountedHours, { leftOut: other }: CountedHours): boolean =>
  one.providers === other.providers && one.worked === other.worked;

/** True if a value leaves out worked hours that the sentence about its neighbor doesn't mention. */
export const leavesOutOthers = (own: CountedHours, beside: CountedHours): boolean =>
  own.leftOut.worked > 0 && !isSameLeftOut(own, beside);

/** Adds up providers' hours in a date range. */
export function countedHours(providers: readonly RangeHours[]): CountedHours {
  const sum: CountedHours = { available: 0, worked: 0, leftOut: { providers: 0, worked: 0 } };
  for (const { available, worked } of providers) {
    if (available > 0) {
      sum.available += available;
      sum.worked += worked;
    } else {
      sum.leftOut.providers += 1;
      sum.leftOut.worked += worked;
    }
  }
  return sum;
}

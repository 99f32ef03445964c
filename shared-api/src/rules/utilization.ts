/** Utilization of a range of days: one rule for every page, card and table (specification: settings and hours, section 9). */

/** Hours of a range, in seconds. */
export interface RangeHours {
  available: number;
  worked: number;
}

/** Worked as a percentage of available hours, to one decimal; 0 without available hours. May be over 100. */
export function utilizationOf({ available, worked }: RangeHours): number {
  return available > 0 ? Math.round((worked * 1000) / available) / 10 : 0;
}

/** The sums of several providers, from which their common utilization is computed. */
export interface CountedHours extends RangeHours {
  /** Providers without available hours. They are in neither sum (DECISIONS 25). */
  leftOut: { providers: number; worked: number };
}

/** True if the same number of providers and hours is left out of both, so that one sentence says it of both. */
export const isSameLeftOut = ({ leftOut: one }: CountedHours, { leftOut: other }: CountedHours): boolean =>
  one.providers === other.providers && one.worked === other.worked;

/** True if a figure leaves out worked hours that the sentence about the figure beside it doesn't name. */
export const leavesOutOthers = (own: CountedHours, beside: CountedHours): boolean =>
  own.leftOut.worked > 0 && !isSameLeftOut(own, beside);

/** Adds up the hours of a range, by provider. */
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

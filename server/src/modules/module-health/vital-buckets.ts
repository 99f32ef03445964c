/**
 * Web vitals as counts in buckets. Each bucket is 2% wider than the previous one, so a percentile is accurate to one
 * percent, and the number of rows does not grow with the number of people. Pure functions.
 */
import type { VitalName } from 'shared-api/contracts';

const RATIO = 1.02;
/** Smaller values share the first bucket: a thousandth of a layout shift, a microsecond. */
const SMALLEST = 0.001;

/** The bucket of a value. 0 for values of almost zero. */
export function bucketOf(value: number): number {
  return value < SMALLEST ? 0 : 1 + Math.floor(Math.log(value / SMALLEST) / Math.log(RATIO));
}

/** The value that represents a bucket: its middle. */
export function valueOf(bucket: number): number {
  return bucket === 0 ? 0 : SMALLEST * RATIO ** (bucket - 0.5);
}

/** Milliseconds are rounded to integers, layout shifts to thousandths. */
function rounded(name: VitalName, value: number): number {
  return name === 'CLS' ? Math.round(value * 1000) / 1000 : Math.round(value);
}

/** A value up to the first threshold is good, above the second it is poor: https://web.dev/articles/vitals */
const thresholds: Record<VitalName, readonly [good: number, poor: number]> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1800, 3000],
  TTFB: [800, 1800],
};

export type Rating = 'good' | 'needs-improvement' | 'poor';

export function ratingOf(name: VitalName, value: number): Rating {
  const [good, poor] = thresholds[name];
  if (value <= good) return 'good';
  return value <= poor ? 'needs-improvement' : 'poor';
}

export interface Vital {
  p75: number;
  count: number;
  rating: Rating;
}

/** @param buckets the number of values in each bucket; at least one */
export function vitalFrom(name: VitalName, buckets: ReadonlyMap<number, number>): Vital {
  const sorted = [...buckets].sort(([left], [right]) => left - right);
  const count = sorted.reduce((sum, [, readings]) => sum + readings, 0);
  let below = 0;
  const at = sorted.find(([, readings]) => {
    below += readings;
    return below >= count * 0.75;
  });
  const p75 = rounded(name, valueOf(at?.[0] ?? 0));
  return { p75, count, rating: ratingOf(name, p75) };
}

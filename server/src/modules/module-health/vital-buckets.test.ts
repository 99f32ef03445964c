import { describe, expect, it } from '@jest/globals';
import { vitalName } from 'shared-api/contracts';
import { bucketOf, ratingOf, valueOf, vitalFrom } from './vital-buckets.js';

const inBuckets = (values: readonly number[]) => {
  const buckets = new Map<number, number>();
  for (const value of values) buckets.set(bucketOf(value), (buckets.get(bucketOf(value)) ?? 0) + 1);
  return buckets;
};

describe('bucketOf and valueOf', () => {
  it.each([0.001, 0.0013, 0.09, 0.25, 1, 17, 199, 2500, 4000, 59_999, 600_000])(
    'restores %p within one percent',
    (value) => {
      expect(Math.abs(valueOf(bucketOf(value)) / value - 1)).toBeLessThanOrEqual(0.01);
    },
  );

  it('restores zero as zero', () => {
    expect(valueOf(bucketOf(0))).toBe(0);
  });

  it('uses fewer than 1,100 buckets', () => {
    expect(bucketOf(0)).toBe(0);
    expect(bucketOf(600_000)).toBeLessThan(1100);
  });

  it.each([
    ['LCP', 2500, 4000],
    ['INP', 200, 500],
    ['CLS', 0.1, 0.25],
    ['FCP', 1800, 3000],
    ['TTFB', 800, 1800],
  ] as const)('rates %s as good up to %p and poor above %p', (name, good, poor) => {
    expect([good, good + 0.001, poor, poor + 0.001].map((value) => ratingOf(name, value))).toEqual([
      'good',
      'needs-improvement',
      'needs-improvement',
      'poor',
    ]);
  });
});

describe('vitalFrom', () => {
  it.each([
    ['one reading', [1000], 1000],
    ['four readings', [100, 200, 300, 4000], 300],
    ['five readings', [100, 200, 300, 400, 5000], 400],
    ['many equal readings', [...Array<number>(75).fill(500), ...Array<number>(25).fill(9000)], 500],
  ])('returns the 75th percentile of %s', (_what, values, expected) => {
    const { p75, count } = vitalFrom('LCP', inBuckets(values));
    expect(count).toBe(values.length);
    expect(Math.abs(p75 / expected - 1)).toBeLessThanOrEqual(0.01);
  });

  it('rounds to whole milliseconds, and layout shifts to thousandths', () => {
    for (const name of vitalName.options) {
      const { p75 } = vitalFrom(name, inBuckets([0.123456]));
      expect(p75).toBe(name === 'CLS' ? Math.round(p75 * 1000) / 1000 : 0);
    }
  });
});

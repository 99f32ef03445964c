import { describe, expect, it } from '@jest/globals';
import { cardExpiry } from './card-expiry.js';

describe('cardExpiry', () => {
  it.each([
    ['returns valid more than 60 days before the month ends', 1, 2027, '2026-12-02T00:00:00Z', 'valid'],
    ['returns soon 60 days before the month ends', 1, 2027, '2026-12-03T00:00:00Z', 'soon'],
    ['returns soon on the last day of the month', 11, 2026, '2026-11-30T23:59:59Z', 'soon'],
    ['returns expired after the month', 11, 2026, '2026-12-01T00:00:00Z', 'expired'],
    ['returns expired across the turn of the year', 12, 2025, '2026-01-01T00:00:00Z', 'expired'],
  ])('%s', (_, month, year, now, expected) => {
    expect(cardExpiry(month, year, new Date(now))).toBe(expected);
  });
});

import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { prorationIn } from './stale-preview.js';

/** A preview with a line per time; null for a line without proration. */
function previewFrom(...starts: (number | null)[]): Stripe.Invoice {
  const data = starts.map((start) => ({
    parent: { subscription_item_details: { proration: start !== null } },
    period: { start: start ?? 9_000, end: 10_000 },
  }));
  return { lines: { data } } as Partial<Stripe.Invoice> as Stripe.Invoice;
}

describe('prorationIn', () => {
  it.each([
    ['returns the time of the change', previewFrom(null, 2_000, 2_000), 2_000],
    ['ignores what an earlier change has left', previewFrom(1_000, 1_000, 2_000), 2_000],
    ['returns null without prorations', previewFrom(null), null],
  ])('%s', (_what, preview, start) => {
    expect(prorationIn(preview)).toBe(start);
  });
});

import { describe, expect, it } from '@jest/globals';
import { nextEntryId } from './entry-id.js';

describe('nextEntryId', () => {
  it('returns UUIDs of version 7', () => {
    expect(nextEntryId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('keeps creation order, also within a millisecond and when the clock goes back', () => {
    const nowMs = Date.now() + 1000;
    const ids = [nowMs, ...Array.from({ length: 5000 }, () => nowMs), nowMs - 500, nowMs + 10].map((ms) =>
      nextEntryId(ms),
    );
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });
});

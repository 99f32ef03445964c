import { describe, expect, it } from '@jest/globals';
import { nextBatchSize } from './batch-size.js';

describe('nextBatchSize', () => {
  it.each([
    ['keeps a size that meets the target', 100, 40, 100],
    ['shrinks at once when a batch took too long', 1000, 1000, 40],
    ['grows to at most twice its size', 100, 1, 200],
    ['never exceeds its largest size', 900, 1, 1000],
    ['never falls below its smallest size', 10, 60_000, 10],
  ])('%s', (_, size, durationMs, next) => {
    expect(nextBatchSize(size, durationMs)).toBe(next);
  });
});

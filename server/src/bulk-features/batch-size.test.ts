import { describe, expect, it } from '@jest/globals';
import { nextBatchSize } from './batch-size.js';

describe('nextBatchSize', () => {
  it.each([
    ['keeps a size that meets the target', 100, 100, 100],
    ['shrinks at once when a batch took too long', 1000, 1000, 100],
    ['grows to twice its size at most', 100, 1, 200],
    ['never exceeds its largest size', 900, 1, 1000],
    ['never falls below its smallest size', 20, 60_000, 20],
  ])('%s', (_, size, tookMs, next) => {
    expect(nextBatchSize(size, tookMs)).toBe(next);
  });
});

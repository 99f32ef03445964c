/** The number of practices in one transaction of a bulk change. Pure functions. */

const MIN_BATCH = 10;
/** The time per practice is unknown at first, so the first batch is small. */
export const FIRST_BATCH_SIZE = MIN_BATCH;
const MAX_BATCH = 1000;

/** Target duration of a batch, in milliseconds. With a single connection, all other calls wait for it. */
const TARGET_MS = 40;

/**
 * The size that would have met the target, at most twice the last one, so that after one quick batch the next one
 * doesn't block other calls.
 */
export function nextBatchSize(size: number, durationMs: number): number {
  const fitting = Math.round((size * TARGET_MS) / Math.max(1, durationMs));
  return Math.min(MAX_BATCH, size * 2, Math.max(MIN_BATCH, fitting));
}

/** How many practices one transaction of a bulk change takes. Pure. */

const MIN_BATCH = 20;
/** Nobody knows yet how long a practice takes here: the first batch is to hold nobody up. */
export const FIRST_BATCH = MIN_BATCH;
const MAX_BATCH = 1000;

/** How long a batch may hold the database, in milliseconds: where there is one connection, all other calls wait for it. */
const TARGET_MS = 100;

/**
 * The size that would have met the target; at most twice the former one, so that one quick batch does not make the next one
 * hold everybody up.
 */
export function nextBatchSize(size: number, tookMs: number): number {
  const fitting = Math.round((size * TARGET_MS) / Math.max(1, tookMs));
  return Math.min(MAX_BATCH, size * 2, Math.max(MIN_BATCH, fitting));
}

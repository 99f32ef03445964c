/**
 * The wait before the next attempt, in ms. It equals the time since the first failure, so waits double. Pure function.
 */
export function growingWait(since: Date, now: Date, limits: { firstMs: number; maxMs: number }): number {
  return Math.min(limits.maxMs, Math.max(limits.firstMs, now.getTime() - since.getTime()));
}

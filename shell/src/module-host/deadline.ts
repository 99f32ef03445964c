/**
 * Deadlines that count only time in which the page was responsive and no code arrived. A busy computer can freeze a
 * page and its downloads for seconds, and many files share a slow connection, so code that arrives after that isn't
 * late.
 */

const BEAT_MS = 250;

let arrivals = 0;
/** Counts only scripts and preloaded scripts. Other requests, such as polling, could go on forever. */
const isCode = ({ initiatorType }: PerformanceResourceTiming): boolean =>
  initiatorType === 'script' || initiatorType === 'link';
// Test environments lack PerformanceObserver.
if (typeof PerformanceObserver !== 'undefined') {
  new PerformanceObserver((list) => {
    if ((list.getEntries() as PerformanceResourceTiming[]).some(isCode)) arrivals += 1;
  }).observe({ type: 'resource' });
}

/**
 * Calls `late` after the time, and returns a function that cancels it. A frozen page counts as one tick, and arriving
 * code restarts the time.
 */
export function startDeadline(durationMs: number, late: () => void): () => void {
  const beats = Math.ceil(durationMs / BEAT_MS);
  let left = beats;
  let seen = arrivals;
  const timer = setInterval(() => {
    if (seen !== arrivals) {
      seen = arrivals;
      left = beats;
    }
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    late();
  }, BEAT_MS);
  return () => clearInterval(timer);
}

/** Settles like the work, or rejects with `late()` after the time or with the signal's reason. */
export function withDeadline<T>(
  durationMs: number,
  work: Promise<T>,
  late: () => Error,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = startDeadline(durationMs, () => reject(late()));
    const onAbort = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      cancel();
      signal?.removeEventListener('abort', onAbort);
    });
  });
}

/**
 * Deadlines that count only time in which the page could react and no code arrived. On a busy computer a page stands still
 * for seconds, its downloads too, and on a slow connection many files share it: what arrives afterwards isn't late.
 */

const BEAT_MS = 250;

let arrivals = 0;
/** Code is a script, or one that a link has preloaded. Others, such as calls that a page repeats, could go on forever. */
const isCode = ({ initiatorType }: PerformanceResourceTiming): boolean =>
  initiatorType === 'script' || initiatorType === 'link';
// Test environments have none.
if (typeof PerformanceObserver !== 'undefined') {
  new PerformanceObserver((list) => {
    if ((list.getEntries() as PerformanceResourceTiming[]).some(isCode)) arrivals += 1;
  }).observe({ type: 'resource' });
}

/**
 * Calls `late` after the time, and returns the function that cancels. A standstill counts as one beat, and each arrival of
 * code begins the time again.
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

/** Settles as the work does, or rejects with `late()` after the time, or with the signal's reason. */
export function within<T>(durationMs: number, work: Promise<T>, late: () => Error, signal?: AbortSignal): Promise<T> {
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

/**
 * Deadlines that count only time in which the page could react. On a busy computer a page stands still for seconds, its
 * downloads too, and code that arrives afterwards isn't late.
 */

const BEAT_MS = 250;

/** Calls `late` after the time, and returns the function that cancels. A standstill counts as one beat. */
export function startDeadline(durationMs: number, late: () => void): () => void {
  let left = Math.ceil(durationMs / BEAT_MS);
  const timer = setInterval(() => {
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

/** On a shared computer, sessions end without activity, and the page must then be hidden. */
import { SHARED_IDLE_MINUTES } from 'shared-api/contracts/accounts';

const IDLE_MS = SHARED_IDLE_MINUTES * 60_000;
/** Minimum time between activity reports to the server. */
const KEEP_ALIVE_MS = 60_000;
/** Added to the server's time, so that the session has ended by then. */
const MARGIN_MS = 1000;
const RETRY_MS = 60_000;

const activities = ['keydown', 'pointerdown', 'wheel'] as const;

export interface IdleOptions {
  /** Null if nobody is signed in, undefined without a response. Must not keep the session alive. */
  readSecondsLeft: () => Promise<number | null | undefined>;
  /** Reports activity to the server, because typing alone makes no call. */
  keepAlive: () => void;
  /** Called when the session has ended. */
  onEnded: () => void;
}

/** @returns a function that stops it */
export function watchIdle({ readSecondsLeft, keepAlive, onEnded }: IdleOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Reports the first activity immediately, because a page can be reopened within a minute.
  let reportedAt = -Infinity;
  let isStopped = false;

  const checkIn = (ms: number): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void check(), ms + MARGIN_MS);
  };
  const check = async (): Promise<void> => {
    const seconds = await readSecondsLeft();
    if (isStopped) return;
    if (seconds === null) onEnded();
    // The same person can continue on this page.
    checkIn(seconds === undefined ? RETRY_MS : seconds === null ? IDLE_MS : seconds * 1000);
  };
  const onActivity = (): void => {
    if (Date.now() - reportedAt < KEEP_ALIVE_MS) return;
    reportedAt = Date.now();
    keepAlive();
  };
  const onVisibility = (): void => {
    if (document.visibilityState === 'visible') void check();
  };

  for (const name of activities) window.addEventListener(name, onActivity, { capture: true, passive: true });
  document.addEventListener('visibilitychange', onVisibility);
  checkIn(IDLE_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const name of activities) window.removeEventListener(name, onActivity, { capture: true });
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

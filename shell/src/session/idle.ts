/** On a shared computer: sessions end without activity, and the page must not show them any longer. */
import { SHARED_IDLE_MINUTES } from 'shared-api/contracts/accounts';

const IDLE_MS = SHARED_IDLE_MINUTES * 60_000;
/** Activity reaches the server at most this often. */
const KEEP_ALIVE_MS = 60_000;
/** After the server's time, so that the session has ended by then. */
const MARGIN_MS = 1000;
const RETRY_MS = 60_000;

const activities = ['keydown', 'pointerdown', 'wheel'] as const;

export interface IdleOptions {
  /** Null if nobody is signed in, undefined without an answer. It must not keep the session alive. */
  readSecondsLeft: () => Promise<number | null | undefined>;
  /** Tells the server that the person is there: typing alone makes no call. */
  keepAlive: () => void;
  /** Called when the session has ended. */
  onEnded: () => void;
}

/** @returns a function that stops it */
export function watchIdle({ readSecondsLeft, keepAlive, onEnded }: IdleOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The first activity is reported at once: a page may be opened anew within a minute.
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
    // The same person may go on in this page.
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

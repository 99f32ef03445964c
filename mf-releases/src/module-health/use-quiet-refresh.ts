import { useEffect, useEffectEvent } from 'react';

/** How often the figures are read again while they can be seen, in milliseconds. */
export const REFRESH_EVERY_MS = 60_000;

/** Reads again every minute while the page is visible, and at once when it comes back after longer than that. */
export function useQuietRefresh(refetch: () => unknown): void {
  const refresh = useEffectEvent(() => void refetch());
  useEffect(() => {
    let last = Date.now();
    const whenDue = (): void => {
      if (document.visibilityState !== 'visible' || Date.now() - last < REFRESH_EVERY_MS) return;
      last = Date.now();
      refresh();
    };
    const timer = setInterval(whenDue, REFRESH_EVERY_MS);
    document.addEventListener('visibilitychange', whenDue);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', whenDue);
    };
  }, []);
}

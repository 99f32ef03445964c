import { useEffect, useEffectEvent } from 'react';

/** How often visible figures are refetched. */
export const REFRESH_INTERVAL_MS = 60_000;

/** Refetches every minute while the page is visible, and immediately when it becomes visible after more than a minute. */
export function useAutoRefresh(refetch: () => unknown): void {
  const refresh = useEffectEvent(() => void refetch());
  useEffect(() => {
    let last = Date.now();
    const whenDue = (): void => {
      if (document.visibilityState !== 'visible' || Date.now() - last < REFRESH_INTERVAL_MS) return;
      last = Date.now();
      refresh();
    };
    const timer = setInterval(whenDue, REFRESH_INTERVAL_MS);
    document.addEventListener('visibilitychange', whenDue);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', whenDue);
    };
  }, []);
}

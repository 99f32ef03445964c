import { useEffect, useEffectEvent, useRef } from 'react';

/** How often a visible page reads its revision, in milliseconds. */
export const REVISION_INTERVAL_MS = 15_000;

/**
 * Keeps an open page up to date after a webhook or a change in another tab. Reads a revision on mount, every 15 seconds
 * while the page is visible, and when the person returns to it.
 *
 * @param read resolves to the revision, a text that changes with the data; undefined if it can't be read
 * @param onChange called when the revision differs from the previous one
 *
 * @example
 * const [isChanged, setChanged] = useState(false);
 * useRevision(
 *   async () => (await fetch('/rooms/revision')).text(),
 *   () => setChanged(true),
 * );
 * return isChanged ? <InlineStatus tone="information">Somebody changed the rooms.</InlineStatus> : null;
 */
export function useRevision(read: () => Promise<string | undefined>, onChange: () => void): void {
  const last = useRef<string | undefined>(undefined);

  const check = useEffectEvent(async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    const revision = await read();
    if (revision === undefined || revision === last.current) return;
    const isFirst = last.current === undefined;
    last.current = revision;
    if (!isFirst) onChange();
  });

  useEffect(() => {
    const checkNow = (): void => void check();
    checkNow();
    const timer = setInterval(checkNow, REVISION_INTERVAL_MS);
    document.addEventListener('visibilitychange', checkNow);
    addEventListener('focus', checkNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkNow);
      removeEventListener('focus', checkNow);
    };
  }, []);
}

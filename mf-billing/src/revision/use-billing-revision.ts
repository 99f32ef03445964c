import { useDispatch } from 'shared-ui/redux';
import { usePractice } from 'shared-ui/remote';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api, BILLING_TAGS, useLazyReadBillingRevisionQuery } from '../api';

export const REVISION_INTERVAL_MS = 15_000;

/**
 * Updates an open page after a webhook or a payment in another tab. Fetches the billing revision on mount, every 15
 * seconds while the page is visible, and when the person returns to it. Invalidates all billing data only if the
 * revision has changed.
 */
export function useBillingRevision(): void {
  const { id: practiceId } = usePractice();
  const dispatch = useDispatch();
  const [read] = useLazyReadBillingRevisionQuery();
  const known = useRef<string | null>(null);

  const check = useEffectEvent(async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    const { data: revision } = await read({ practiceId }, false);
    if (revision === undefined || revision === known.current) return;
    const changed = known.current !== null;
    known.current = revision;
    if (changed) dispatch(api.util.invalidateTags([...BILLING_TAGS]));
  });

  useEffect(() => {
    const ask = (): void => void check();
    ask();
    const timer = setInterval(ask, REVISION_INTERVAL_MS);
    document.addEventListener('visibilitychange', ask);
    addEventListener('focus', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
      removeEventListener('focus', ask);
    };
  }, []);
}

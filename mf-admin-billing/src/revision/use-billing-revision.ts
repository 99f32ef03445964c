/** Keeps an open page current after a webhook, or a change in another tab. */
import { useDispatch } from 'shared-ui/redux';
import { usePractice } from 'shared-ui/remote';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api, BILLING_TAGS, useLazyReadBillingRevisionQuery } from '../api';

const POLL_INTERVAL_MS = 15_000;

/**
 * Polls the billing revision while the page is visible, and on focus. The data is refetched only when the revision has
 * changed.
 */
export function useBillingRevision(): void {
  const { id: practiceId } = usePractice();
  const dispatch = useDispatch();
  const [read] = useLazyReadBillingRevisionQuery();
  const known = useRef<string | null>(null);

  const check = useEffectEvent(async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    const { data: revision } = await read({ practice: practiceId }, false);
    if (revision === undefined || revision === known.current) return;
    const isChange = known.current !== null;
    known.current = revision;
    if (isChange) dispatch(api.util.invalidateTags([...BILLING_TAGS]));
  });

  useEffect(() => {
    const checkNow = (): void => void check();
    checkNow();
    const timer = setInterval(checkNow, POLL_INTERVAL_MS);
    document.addEventListener('visibilitychange', checkNow);
    addEventListener('focus', checkNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkNow);
      removeEventListener('focus', checkNow);
    };
  }, []);
}

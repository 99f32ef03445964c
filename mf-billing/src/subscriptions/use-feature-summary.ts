import { type ApiError, apiErrorOf } from 'shared-api';
import type { FeatureSummary } from 'shared-api/contracts';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, BILLING_TAGS, useReadFeatureSummaryQuery } from '../api';

/** How often the page asks whether the provider has confirmed a change, and for how long. */
export const POLL_INTERVAL_MS = 2000;
export const MAX_POLL_MS = 60_000;

export interface FeatureSummaryState {
  data: FeatureSummary | undefined;
  error: ApiError | undefined;
  busy: boolean;
  refetch: () => void;
  /** A change without its own request waits for the provider: the page polls, and stops after a minute. */
  confirming: 'no' | 'polling' | 'late';
}

/** True where the provider is waited for and no pending request can be asked about. */
const isConfirming = (summary: FeatureSummary | undefined): boolean =>
  summary?.confirming === true && summary.pending_requests.length === 0;

/** What the practice has. Polls while a change waits for the provider's confirmation. */
export function useFeatureSummary(): FeatureSummaryState {
  const { id: practiceId } = usePractice();
  const { publish } = useRemote();
  const dispatch = useDispatch();
  const [late, setLate] = useState(false);
  const [waits, setWaits] = useState(false);
  const { data, error, isFetching, refetch } = useReadFeatureSummaryQuery(
    { practiceId },
    { pollingInterval: waits && !late ? POLL_INTERVAL_MS : 0, refetchOnMountOrArgChange: true },
  );
  const confirming = isConfirming(data);
  if (confirming !== waits) {
    setWaits(confirming);
    setLate(false);
  }

  useEffect(() => {
    if (!waits || late) return undefined;
    const timer = setTimeout(() => setLate(true), MAX_POLL_MS);
    return () => clearTimeout(timer);
  }, [waits, late]);

  const waited = useRef(false);
  const onConfirmed = useEffectEvent(() => {
    dispatch(api.util.invalidateTags(BILLING_TAGS.filter((tag) => tag !== 'summary')));
    publish('entitlements-changed', { practice: practiceId });
  });
  useEffect(() => {
    if (waited.current && !waits) onConfirmed();
    waited.current = waits;
  }, [waits]);

  return {
    data,
    error: apiErrorOf(error),
    busy: isFetching,
    refetch: () => void refetch(),
    confirming: waits ? (late ? 'late' : 'polling') : 'no',
  };
}

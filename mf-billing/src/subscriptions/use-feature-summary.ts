import { type ApiError, apiErrorOf } from 'shared-api';
import type { FeatureSummary } from 'shared-api/contracts';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, BILLING_TAGS, useReadFeatureSummaryQuery } from '../api';

/** Interval and maximum duration of polling for the provider's confirmation of a change. */
export const POLL_INTERVAL_MS = 2000;
export const MAX_POLL_MS = 60_000;
/** Interval of polling for a request that isn't confirmed after that. */
export const LATE_POLL_INTERVAL_MS = 15_000;

export interface FeatureSummaryState {
  data: FeatureSummary | undefined;
  error: ApiError | undefined;
  busy: boolean;
  refetch: () => void;
  /**
   * The confirmation of a change that has no pending request of its own. `polling`: the page polls for it. `late`: a
   * minute has passed, and polling has stopped.
   */
  confirming: 'no' | 'polling' | 'late';
}

/** True if a change waits for the provider's confirmation and there is no pending request to poll. */
const isConfirming = (summary: FeatureSummary | undefined): boolean =>
  summary?.confirming === true && summary.pending_requests.length === 0;

/** Loads the feature summary. Polls it for up to a minute while a change waits for the provider's confirmation. */
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

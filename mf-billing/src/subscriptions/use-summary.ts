import type { ApiError } from 'shared-api';
import type { FeatureSummary } from 'shared-api/contracts';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, useReadFeatureSummaryQuery } from '../api';

/** How often it is asked whether the provider has confirmed a change, and for how long, in milliseconds. */
export const POLL_MS = 2000;
export const POLL_FOR_MS = 60_000;

export interface Summary {
  data: FeatureSummary | undefined;
  error: ApiError | undefined;
  busy: boolean;
  refetch: () => void;
  /** A change waits for the provider's word: asked by itself, or, after a minute, when the person says so. */
  confirming: 'no' | 'polling' | 'late';
}

/** What the practice has, followed by itself while the provider's word on a change is still to come. */
export function useSummary(): Summary {
  const { id: practice } = usePractice();
  const { publish } = useRemote();
  const dispatch = useDispatch();
  const [late, setLate] = useState(false);
  const [waits, setWaits] = useState(false);
  const { data, error, isFetching, refetch } = useReadFeatureSummaryQuery(
    { practice },
    { pollingInterval: waits && !late ? POLL_MS : 0, refetchOnMountOrArgChange: true },
  );
  const confirming = data?.confirming ?? false;
  if (confirming !== waits) {
    setWaits(confirming);
    setLate(false);
  }

  useEffect(() => {
    if (!waits || late) return undefined;
    const timer = setTimeout(() => setLate(true), POLL_FOR_MS);
    return () => clearTimeout(timer);
  }, [waits, late]);

  const before = useRef(false);
  const arrived = useEffectEvent(() => {
    dispatch(api.util.invalidateTags(['plans', 'customers']));
    publish('entitlements-changed', { practice });
  });
  useEffect(() => {
    if (before.current && !waits) arrived();
    before.current = waits;
  }, [waits]);

  return {
    data,
    error: error as ApiError | undefined,
    busy: isFetching,
    refetch: () => void refetch(),
    confirming: waits ? (late ? 'late' : 'polling') : 'no',
  };
}

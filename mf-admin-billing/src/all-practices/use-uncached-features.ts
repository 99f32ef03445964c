import { apiErrorOf } from 'shared-api';
import type { PracticeFeatures } from 'shared-api/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLazyReadPracticeFeaturesQuery } from '../api';
import { messages } from './messages';

/** The server's current record, with its version. */
export interface VersionedFeatures {
  record: PracticeFeatures;
  etag: string | undefined;
}

export interface UncachedFeatures {
  read: VersionedFeatures | null;
  /** The error message. */
  problem: string | null;
  isLoading: boolean;
  retry: () => void;
}

/** Loads the record of a practice on mount, never from the cache. */
export function useUncachedFeatures(practiceId: number): UncachedFeatures {
  const [load, { isFetching }] = useLazyReadPracticeFeaturesQuery();
  const [state, setState] = useState<Pick<UncachedFeatures, 'read' | 'problem'>>({ read: null, problem: null });
  const readNow = useEffectEvent(async (isUnmounted: () => boolean): Promise<void> => {
    const { data, error } = await load({ practice: practiceId });
    if (isUnmounted()) return;
    // On an error, `data` still contains the previous response.
    if (error) setState({ read: null, problem: apiErrorOf(error).message });
    else if (data?.record) setState({ read: { record: data.record, etag: data.etag }, problem: null });
    else setState({ read: null, problem: messages.edit.noRecord });
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let unmounted = false;
    void readNow(() => unmounted);
    return () => {
      unmounted = true;
    };
  }, [attempt]);
  return { ...state, isLoading: isFetching, retry: () => setAttempt(attempt + 1) };
}

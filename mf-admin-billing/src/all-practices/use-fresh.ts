import { type ApiError } from 'shared-api';
import type { PracticeFeatures } from 'shared-api/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLazyReadPracticeFeaturesQuery } from '../api';
import { words } from './messages';

/** A record as the server has it now, with its version. */
export interface FreshFeatures {
  record: PracticeFeatures;
  etag: string | undefined;
}

export interface Fresh {
  read: FreshFeatures | null;
  /** Why it could not be read, in words. */
  problem: string | null;
  busy: boolean;
  again: () => void;
}

/** The record of a practice, read when this is mounted and never taken from what was read before. */
export function useFresh(practice: number): Fresh {
  const [load, { isFetching }] = useLazyReadPracticeFeaturesQuery();
  const [state, setState] = useState<Pick<Fresh, 'read' | 'problem'>>({ read: null, problem: null });
  const readNow = useEffectEvent(async (isGone: () => boolean): Promise<void> => {
    const { data, error } = await load({ practice });
    if (isGone()) return;
    // Beside an error stands what was read before.
    if (error) setState({ read: null, problem: (error as ApiError).message });
    else if (data?.record) setState({ read: { record: data.record, etag: data.etag }, problem: null });
    else setState({ read: null, problem: words.edit.noRecord });
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    void readNow(() => gone);
    return () => {
      gone = true;
    };
  }, [attempt]);
  return { ...state, busy: isFetching, again: () => setAttempt(attempt + 1) };
}

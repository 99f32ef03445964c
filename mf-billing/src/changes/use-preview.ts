import { type ApiError, apiErrorOf } from 'shared-api';
import type { CostPreview } from 'shared-api/contracts';
import { skipToken } from 'shared-ui/redux';
import { usePractice } from 'shared-ui/remote';
import { useState } from 'react';
import { usePreviewChangeQuery } from '../api';
import { type Change, previewOf } from './change';

export interface Preview {
  /** The cost of the current choice; undefined while it loads and after an error. */
  cost: CostPreview | undefined;
  error: ApiError | undefined;
  retry: () => void;
}

/** Fetches the cost of a change on mount and after each new choice. @param change null without a choice */
export function usePreview(change: Change | null): Preview {
  const { id: practiceId } = usePractice();
  const [attempt, setAttempt] = useState(0);
  const { currentData, error, isFetching } = usePreviewChangeQuery(
    change ? { practiceId, change: previewOf(change), attempt } : skipToken,
    { refetchOnMountOrArgChange: true },
  );
  return {
    cost: isFetching || error ? undefined : currentData,
    error: isFetching ? undefined : apiErrorOf(error),
    retry: () => setAttempt((count) => count + 1),
  };
}

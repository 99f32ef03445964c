import { type ApiError, isUnknownOutcome } from 'shared-api';
import { usePractice } from 'shared-ui/remote';
import { useLazyReadFeatureSummaryQuery } from '../api';

/**
 * Returns a function that tells whether a failed change is being confirmed: either the server says so, or the response
 * is missing or an error and the practice has a pending change. The page polls such a change, and it isn't sent again.
 */
export function useConfirming(): (error: ApiError) => Promise<boolean> {
  const { id: practiceId } = usePractice();
  const [read] = useLazyReadFeatureSummaryQuery();
  return async (error) => {
    if (error.code === 'being_confirmed') return true;
    if (!isUnknownOutcome(error)) return false;
    const { data, isSuccess } = await read({ practiceId }, false);
    return isSuccess && (data.confirming || data.pending_requests.length > 0);
  };
}

import { type ApiError, isException } from 'shared-api';
import { usePractice } from 'shared-ui/remote';
import { useLazyReadFeatureSummaryQuery } from '../api';

/** The outcome is unknown: no response, an unreadable response, or a server or provider error. */
export function isUnknown(error: ApiError): boolean {
  return isException(error) || error.status >= 500;
}

/**
 * Returns a function that tells whether a failed change is being confirmed. Either the server says so, or its response is
 * missing or an error, and the practice's billing then has a change without an outcome. Such a change is followed on the
 * page, and isn't sent again.
 */
export function useConfirming(): (error: ApiError) => Promise<boolean> {
  const { id: practiceId } = usePractice();
  const [read] = useLazyReadFeatureSummaryQuery();
  return async (error) => {
    if (error.code === 'being_confirmed') return true;
    if (!isUnknown(error)) return false;
    const { data, isSuccess } = await read({ practiceId }, false);
    return isSuccess && (data.confirming || data.pending_requests.length > 0);
  };
}

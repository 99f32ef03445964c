import { type ApiError, apiErrorOf } from 'shared-api';
import type { UpcomingCharges } from 'shared-api/contracts';
import { usePractice, useRight } from 'shared-ui/remote';
import { useReadUpcomingChargesQuery } from '../api';

const STALE_AFTER_SECONDS = 10;

export interface UpcomingChargesState {
  data: UpcomingCharges | undefined;
  error: ApiError | undefined;
  /** True until the first response or failure. Content below the debts waits for it. */
  pending: boolean;
  busy: boolean;
  refetch: () => void;
}

/**
 * Upcoming charges, overdue charges and ends, as calculated by the server. Skipped without the `billing.read` right.
 *
 * @param options set `skip` if the component doesn't need them now, because after a failure each component requests
 * them again
 */
export function useUpcomingCharges({ skip = false } = {}): UpcomingChargesState {
  const { id: practiceId } = usePractice();
  const { held } = useRight('billing.read');
  const { data, error, isFetching, refetch } = useReadUpcomingChargesQuery(
    { practiceId },
    // All components of a page share one request. Opening a page refetches data older than 10 seconds.
    { refetchOnMountOrArgChange: STALE_AFTER_SECONDS, skip: skip || !held },
  );
  return {
    data: held ? data : undefined,
    error: apiErrorOf(error),
    pending: held && data === undefined && error === undefined,
    busy: isFetching,
    refetch: () => {
      if (held) void refetch();
    },
  };
}

import { type ApiError, apiErrorOf } from 'shared-api';
import type { UpcomingCharges } from 'shared-api/contracts';
import { usePractice, useRight } from 'shared-ui/remote';
import { useReadUpcomingChargesQuery } from '../api';

const STALE_AFTER_SECONDS = 10;

export interface UpcomingChargesState {
  data: UpcomingCharges | undefined;
  error: ApiError | undefined;
  busy: boolean;
  refetch: () => void;
}

/** What will be charged, what is overdue and what ends, as the server states it. Not asked for where the person may not see it. */
export function useUpcomingCharges(): UpcomingChargesState {
  const { id: practiceId } = usePractice();
  const { held } = useRight('billing.read');
  const { data, error, isFetching, refetch } = useReadUpcomingChargesQuery(
    { practiceId },
    // Several parts of a page read it; opening the page reads it again.
    { refetchOnMountOrArgChange: STALE_AFTER_SECONDS, skip: !held },
  );
  return {
    data: held ? data : undefined,
    error: apiErrorOf(error),
    busy: isFetching,
    refetch: () => {
      if (held) void refetch();
    },
  };
}

import { remedyMessage } from 'shared-api';
import { type AdminCustomer } from 'shared-api/contracts';
import { useMemo } from 'react';
import { skipToken } from 'shared-ui/redux';
import { usePractice } from 'shared-ui/remote';
import { useSearchCustomersQuery } from '../api';
import { useDebounced } from '../use-debounced';
import { toCustomers } from './mapper';
import { subscriptionsMessages } from './messages';

const messages = subscriptionsMessages.attach;

/** Pause in typing before the search starts (specification, 9). */
const DEBOUNCE_MS = 300;
/** The maximum search length that the server accepts. */
const MAX_QUERY_LENGTH = 200;

export interface CustomerSearch {
  /** The search text of the results; empty without a search. */
  term: string;
  /** Undefined until the first response. */
  customers: readonly AdminCustomer[] | undefined;
  dashboard: string | null;
  hasMore: boolean;
  searching: boolean;
  /** Why the search failed; undefined otherwise. */
  problem: string | undefined;
  retry: () => void;
}

/** Searches while the person types. Blank text clears the results immediately and sends no request. */
export function useCustomerSearch(typed: string): CustomerSearch {
  const { id: practiceId } = usePractice();
  const query = typed.trim().slice(0, MAX_QUERY_LENGTH);
  const settled = useDebounced(query, DEBOUNCE_MS);
  const term = query === '' ? '' : settled;
  const { currentData, error, isFetching, refetch } = useSearchCustomersQuery(
    term === '' ? skipToken : { practice: practiceId, term },
    { refetchOnMountOrArgChange: true },
  );
  const customers = useMemo(() => currentData && toCustomers(currentData.data), [currentData]);
  return {
    term,
    customers: term === '' ? undefined : customers,
    dashboard: currentData?.dashboard_url ?? null,
    hasMore: currentData?.has_more ?? false,
    searching: query !== term || isFetching,
    problem: error && !isFetching ? (remedyMessage(error) ?? messages.failed) : undefined,
    retry: () => void refetch(),
  };
}

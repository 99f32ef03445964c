import { apiErrorOf, request, urlOf } from 'shared-api';
import { exportPracticeFeatures } from 'shared-api/contracts';
import { type ChangeUrlParams, useRemote } from 'shared-ui/remote';
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { useListPracticeFeaturesQuery } from '../api';
import { clampPage, type ListParams, toListQuery } from './list-params';
import { messages } from './messages';
import type { SelectionStore } from './selection-store';

/** The CSV file of the whole filtered list. */
const exportUrl = (query: ReturnType<typeof toListQuery>): string => urlOf(request(exportPracticeFeatures, { query }));

/** The page of practices requested by the URL, and the CSV file of all matches. */
export function usePracticesList(params: ListParams, { pageSize, skip }: { pageSize: number; skip: boolean }) {
  const query = toListQuery(params);
  const { data, currentData, error, isFetching, refetch } = useListPracticeFeaturesQuery(
    { page: params.page, page_size: pageSize, ...query },
    { refetchOnMountOrArgChange: true, skip },
  );
  const count = currentData?.count;
  const url = exportUrl(query);
  const csv = useMemo(() => (count ? { count, url } : undefined), [count, url]);
  const records = data?.results;
  const practices = useMemo(
    () => (records ?? []).map(({ practice_id: id, practice: name }) => ({ id, name })),
    [records],
  );
  const retry = useCallback(() => void refetch(), [refetch]);
  return {
    data,
    practices,
    usage: data?.usage,
    count,
    isClosest: currentData?.closest === true,
    isFetching,
    failure: apiErrorOf(error),
    csv,
    retry,
  };
}

export interface PageControl {
  page: number;
  pageSize: number;
  setParams: ChangeUrlParams<ListParams>;
}

/**
 * Handles a loaded list: shows a toast after a failure, passes the rows to the selection, and goes to the last page
 * instead of one past it.
 */
export function useLoadedList(
  { practices, count, failure }: Pick<ReturnType<typeof usePracticesList>, 'practices' | 'count' | 'failure'>,
  store: SelectionStore,
  { page, pageSize, setParams }: PageControl,
): void {
  const { notify } = useRemote();
  const showFailure = useEffectEvent(() => {
    if (failure) notify({ severity: 'error', message: messages.failed });
  });
  useEffect(() => showFailure(), [failure]);
  useEffect(() => {
    store.setPage(practices);
  }, [store, practices]);
  const clamped = count === undefined ? page : clampPage(page, count, pageSize);
  useEffect(() => {
    if (clamped !== page) setParams({ page: clamped }, { replace: true });
  }, [clamped, page, setParams]);
}

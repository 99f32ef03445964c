/** Loads the hours of the range in view into the store (specification: 7.3, 8.3). */
import { isApiError, serverMessage, remedyMessage } from 'shared-api';
import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { useRemote } from 'shared-ui/remote';
import type { HoursWorked } from 'shared-api/contracts';
import { useReadHoursWorkedQuery } from '../api';
import type { HoursStore } from './hours-store';
import { messages } from './messages';
import { listedProviders } from './provider-list';
import type { RangeView } from './range-view';
import type { RangeControl } from './use-range';

export interface HoursInView {
  /** Null until the range has loaded. */
  view: RangeView | null;
  /** True when the last read failed: the hours are missing or outdated. */
  failed: boolean;
  fetching: boolean;
  /** All providers of the range, including filtered ones; null until loaded. */
  all: HoursWorked | null;
  /** The server's message if the practice has no hours for these days; undefined otherwise. */
  outside: string | undefined;
  /** The reason if the console doesn't have the call; undefined otherwise. */
  remedy: string | undefined;
  retry: () => void;
}

export function useHoursWorked(store: HoursStore, practiceId: number, { range, list }: RangeControl): HoursInView {
  const { notify } = useRemote();
  const { currentData, error, isFetching, refetch } = useReadHoursWorkedQuery(
    { practice: practiceId, range },
    { refetchOnMountOrArgChange: true },
  );
  const { name, sort } = list;
  const listed = useMemo(() => {
    if (!currentData || (name === '' && sort === 'name')) return currentData;
    const providers = listedProviders(currentData.hours.providers, { name, sort });
    return { ...currentData, hours: { ...currentData.hours, providers } };
  }, [currentData, name, sort]);
  useLayoutEffect(() => {
    if (listed) store.load(listed, currentData?.hours.providers);
  }, [store, listed, currentData]);
  const view = useSyncExternalStore(store.subscribe, store.view);

  const outside = isApiError(error) && error.status === 422 ? serverMessage(error) : undefined;
  useEffect(() => {
    if (error && outside === undefined) notify({ severity: 'error', message: messages.reading.failed });
  }, [error, outside, notify]);

  const wanted = currentData?.hours.date_range;
  const { start, end } = view.loaded.hours.date_range;
  return {
    view: wanted?.start === start && wanted.end === end ? view : null,
    failed: error !== undefined && !isFetching,
    fetching: isFetching,
    all: currentData ? store.withSaves(currentData).loaded.hours : null,
    outside,
    remedy: remedyMessage(error),
    retry: () => void refetch(),
  };
}

/** The hours of the range in view, read into the store (specification: 7.3, 8.3). */
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { useRemote } from 'shared-ui/remote';
import { useReadHoursWorkedQuery } from '../api';
import type { HoursStore } from './hours-store';
import { words } from './messages';
import type { Range } from './range';
import type { RangeView } from './range-view';

export interface HoursInView {
  /** Null until the range was read. */
  view: RangeView | null;
  /** True when the last read failed: nothing is there, or what is there is of before. */
  failed: boolean;
  fetching: boolean;
  retry: () => void;
}

export function useHoursWorked(store: HoursStore, practice: number, range: Range): HoursInView {
  const { notify } = useRemote();
  const { currentData, error, isFetching, refetch } = useReadHoursWorkedQuery(
    { practice, range },
    { refetchOnMountOrArgChange: true },
  );
  useLayoutEffect(() => {
    if (currentData) store.load(currentData);
  }, [store, currentData]);
  const view = useSyncExternalStore(store.subscribe, store.view);

  useEffect(() => {
    if (error) notify({ severity: 'error', message: words.reading.failed });
  }, [error, notify]);

  const wanted = currentData?.hours.date_range;
  const { start, end } = view.loaded.hours.date_range;
  return {
    view: wanted?.start === start && wanted.end === end ? view : null,
    failed: error !== undefined && !isFetching,
    fetching: isFetching,
    retry: () => void refetch(),
  };
}

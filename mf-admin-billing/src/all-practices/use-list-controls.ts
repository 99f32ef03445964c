import type { Sort } from 'shared-ui';
import { type ChangeUrlParams, useRemoteLocation } from 'shared-ui/remote';
import { useCallback, useMemo } from 'react';
import { type ListFilter, type ListParams, listParams, noFilter } from './list-params';
import type { SortKey } from './PracticesTable';

/** The URL's filter and order, and functions that change them. Each keeps its identity until it changes. */
export function useListControls(params: ListParams, setParams: ChangeUrlParams<ListParams>) {
  const location = useRemoteLocation();
  const { search, insider, bundle, feature, flag, state, sort: key, order: direction } = params;
  const shown = useMemo<ListFilter>(
    () => ({ search, insider, bundle, feature, flag, state }),
    [search, insider, bundle, feature, flag, state],
  );
  const sort = useMemo(() => ({ key, direction }), [key, direction]);
  const onFilter = useCallback((change: Partial<ListFilter>) => setParams(change), [setParams]);
  const onClearFilters = useCallback(() => onFilter(noFilter), [onFilter]);
  const onSort = useCallback(
    (next: Sort<SortKey>) => setParams({ sort: next.key, order: next.direction }),
    [setParams],
  );
  // Refining a search replaces the history entry, so Back returns to the list before the search.
  const onSearch = useCallback(
    (text: string) => setParams({ search: text }, { replace: search !== '' && text !== '' }),
    [setParams, search],
  );
  /** The URL of the list with only this filter. */
  const linkTo = useCallback(
    (filter: Partial<ListFilter>) =>
      `${location.pathname}${listParams.write(location.search, { ...params, ...noFilter, ...filter, page: 1 })}`,
    [location, params],
  );
  return { shown, sort, onFilter, onClearFilters, onSort, onSearch, linkTo };
}

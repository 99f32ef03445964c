import { useRemote, useRemoteLocation } from 'shared-ui/remote';
import { useMemo } from 'react';
import type { InvoiceFilter } from '../api';
import { filterFromSearch, searchWithFilter } from './history-filter';

/** The filters, whose one home is the address. */
export function useHistoryFilter(): [InvoiceFilter, (filter: InvoiceFilter) => void] {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const filter = useMemo(() => filterFromSearch(search), [search]);
  return [filter, (next) => navigate(`${pathname}${searchWithFilter(search, next)}`, { replace: true })];
}

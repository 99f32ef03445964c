import { useRemote, useRemoteLocation } from 'shared-ui/remote';
import { useMemo } from 'react';
import { type HistoryParams, parseHistoryParams, toSearch } from './history-params';

/** The parameters of the history, stored in the address. */
export function useHistoryParams(prefix: string): [HistoryParams, (position: HistoryParams) => void] {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const position = useMemo(() => parseHistoryParams(search, prefix), [search, prefix]);
  return [position, (next) => navigate(`${pathname}${toSearch(search, next, prefix)}`, { replace: true })];
}

import { useRemote, useRemoteLocation } from 'shared-ui/remote';
import { type ViewParams, paramsFromSearch, toSearch } from './view-params';

/** The range and the filter, kept in the address. */
export function useViewParams(): [ViewParams, (change: Partial<ViewParams>) => void] {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const place = paramsFromSearch(search);
  return [place, (change) => navigate(`${pathname}${toSearch({ ...place, ...change })}`, { replace: true })];
}

import { useRemote, useRemoteLocation } from 'shared-ui/remote';
import { useCallback, useMemo } from 'react';
import { listUrl, type ListParams, parseListParams } from './list-params';

/** The parameters of the list and a setter. Another filter starts at the first page. */
export function useListParams(): [ListParams, (change: Partial<ListParams>) => void] {
  const { navigate, location } = useRemote();
  const { search } = useRemoteLocation();
  const place = useMemo(() => parseListParams(search), [search]);
  const go = useCallback(
    (change: Partial<ListParams>) => {
      const { pathname, search: now } = location();
      const filtered = change.search !== undefined || change.insider !== undefined;
      navigate(listUrl(pathname, { ...parseListParams(now), ...(filtered && { page: 1 }), ...change }), {
        replace: true,
      });
    },
    [navigate, location],
  );
  return [place, go];
}

import { useRemote, useRemoteLocation } from 'shared-ui/remote';
import { useCallback, useMemo } from 'react';
import { addressOf, type ListPlace, placeOf } from './list-place';

/** Where one is in the list, and the way elsewhere. Another filter begins at its first page. */
export function useList(): [ListPlace, (change: Partial<ListPlace>) => void] {
  const { navigate, location } = useRemote();
  const { search } = useRemoteLocation();
  const place = useMemo(() => placeOf(search), [search]);
  const go = useCallback(
    (change: Partial<ListPlace>) => {
      const { pathname, search: now } = location();
      const filtered = change.search !== undefined || change.insider !== undefined;
      navigate(addressOf(pathname, { ...placeOf(now), ...(filtered && { page: 1 }), ...change }), { replace: true });
    },
    [navigate, location],
  );
  return [place, go];
}

import { useRemote, useRemoteLocation } from 'shared-ui/remote';
import { type Place, placeFrom, searchOf } from './place';

/** The range and the filter, kept in the address. */
export function usePlace(): [Place, (change: Partial<Place>) => void] {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const place = placeFrom(search);
  return [place, (change) => navigate(`${pathname}${searchOf({ ...place, ...change })}`, { replace: true })];
}

import { useRemote, useRemoteLocation } from 'shared-ui/remote';
import { useMemo } from 'react';
import { type Position, positionFrom, searchWith } from './position';

/** The place in the history, kept in the address. */
export function usePosition(prefix: string): [Position, (position: Position) => void] {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const position = useMemo(() => positionFrom(search, prefix), [search, prefix]);
  return [position, (next) => navigate(`${pathname}${searchWith(search, next, prefix)}`, { replace: true })];
}

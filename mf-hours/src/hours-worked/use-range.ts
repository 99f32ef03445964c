import { useRemote, useRemoteLocation } from 'shared-ui/remote';
import { type Range, rangeFromSearch, type RangeType, searchWithRange } from './range';

export interface RangeControl {
  range: Range;
  /** Another type begins at today (specification: 4.3). */
  setType: (type: RangeType) => void;
  setOffset: (offset: number) => void;
  go: (range: Range) => void;
}

/** The days shown. Their one home is the address. */
export function useRange(): RangeControl {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const range = rangeFromSearch(search);
  const go = (next: Range): void => navigate(`${pathname}${searchWithRange(search, next)}`, { replace: true });
  return {
    range,
    go,
    setType: (type) => go({ type, offset: 0 }),
    setOffset: (offset) => go({ ...range, offset }),
  };
}

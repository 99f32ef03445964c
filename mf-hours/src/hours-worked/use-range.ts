import { useRemote, useRemoteLocation } from 'shared-ui/remote';
import { listFromSearch, type ListParams, searchWithList } from './provider-list';
import { type Range, rangeFromSearch, type RangeType, searchWithRange } from './range';

export interface RangeControl {
  range: Range;
  /** Another type begins at today (specification: 4.3). */
  setType: (type: RangeType) => void;
  setOffset: (offset: number) => void;
  go: (range: Range) => void;
  /** Which providers are listed. */
  list: ListParams;
  setList: (list: ListParams) => void;
}

/** The days shown. Their one home is the address. */
export function useRange(): RangeControl {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const range = rangeFromSearch(search);
  const go = (next: Range): void => {
    // Each range is a step of the history: Back and Forward go through them.
    if (next.type !== range.type || next.offset !== range.offset)
      navigate(`${pathname}${searchWithRange(search, next)}`);
  };
  return {
    range,
    go,
    list: listFromSearch(search),
    setList: (list) => navigate(`${pathname}${searchWithList(search, list)}`, { replace: true }),
    setType: (type) => go({ type, offset: 0 }),
    setOffset: (offset) => go({ ...range, offset }),
  };
}

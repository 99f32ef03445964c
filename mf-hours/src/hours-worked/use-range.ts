import { useTypedUrlParams, useUrlParams } from 'shared-ui/remote';
import { type ListParams, providerListParams } from './provider-list';
import { type Range, rangeParams, type RangeType } from './range';

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

/** The days shown. Their one home is the address; each range is a step of the history. */
export function useRange(): RangeControl {
  const [range, go] = useUrlParams(rangeParams);
  const [list, setList] = useTypedUrlParams(providerListParams);
  return {
    range,
    go,
    list,
    setList,
    setType: (type) => go({ type, offset: 0 }),
    setOffset: (offset) => go({ offset }),
  };
}

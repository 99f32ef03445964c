import { useTypedUrlParams, useUrlParams } from 'shared-ui/remote';
import { type ListParams, providerListParams } from './provider-list';
import { type Range, rangeParams, type RangeType } from './range';

export interface RangeControl {
  range: Range;
  /** Changes the type and returns to today (specification: 4.3). */
  setType: (type: RangeType) => void;
  setOffset: (offset: number) => void;
  go: (range: Range) => void;
  /** The filter and the order of the providers. */
  list: ListParams;
  setList: (list: ListParams) => void;
}

/** The days shown. They are stored only in the URL, and each range is an entry in the browser history. */
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

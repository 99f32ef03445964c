import { useMemo } from 'react';
import { useTypedUrlParams, useUrlParams } from 'shared-ui/remote';
import { type ListParams, providerListParams } from './provider-list';
import { type Layout, type Range, rangeHolding, rangeParams, type RangeType, type ShownDays } from './range';

export interface RangeControl {
  range: Range;
  layout: Layout;
  /** The requested day of the list on a phone; null for today. */
  day: string | null;
  /** Shows a day in the list. @param today `YYYY-MM-DD` in the practice's time zone */
  goToDay: (date: string, today: string) => void;
  setLayout: (layout: Layout) => void;
  /** Changes the type and returns to today (specification: 4.3). */
  setType: (type: RangeType) => void;
  setOffset: (offset: number) => void;
  go: (days: Partial<ShownDays>) => void;
  /** The filter and the order of the providers. */
  list: ListParams;
  setList: (list: ListParams) => void;
}

/** The days shown. They are stored only in the URL, and each range is an entry in the browser history. */
export function useRange(): RangeControl {
  const [{ type, offset, layout, day }, change] = useUrlParams(rangeParams);
  const range = useMemo(() => ({ type, offset }), [type, offset]);
  const go = (to: Partial<ShownDays>): void => change({ day: null, ...to });
  const [list, setList] = useTypedUrlParams(providerListParams);
  return {
    range,
    layout,
    day,
    go,
    // Replaces the history entry, so that Back leaves the page instead of stepping through its days.
    goToDay: (date, today) => change({ ...rangeHolding(type, date, today), day: date }, { replace: true }),
    setLayout: (next) => change({ layout: next }, { replace: true }),
    list,
    setList,
    setType: (next) => go({ type: next, offset: 0 }),
    setOffset: (next) => go({ offset: next }),
  };
}

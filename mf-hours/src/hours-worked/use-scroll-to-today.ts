import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { GridCursor } from '../grid/grid-cursor';
import { stickyWidth, todayScroll } from './geometry';
import type { RangeView } from './range-view';
import type { RenderedRange } from './use-window';

/** A range that includes today opens scrolled to today. */
export function useScrollToToday(
  frame: RefObject<HTMLElement | null>,
  cursor: GridCursor,
  view: RangeView,
  { sizes, width }: Pick<RenderedRange, 'sizes' | 'width'>,
): void {
  const { dates, date_range, today } = view.loaded.hours;
  const { start } = date_range;
  const column = today === undefined ? -1 : dates.indexOf(today);
  const opened = useRef('');
  useLayoutEffect(() => {
    const element = frame.current;
    const range = `${start} ${dates.length}`;
    // Sizes measured for another width would scroll past today.
    const isMeasured = element !== null && width > 0 && width === element.clientWidth;
    if (!isMeasured || column < 0 || opened.current === range) return;
    opened.current = range;
    element.scrollLeft = todayScroll(column, sizes, element.clientWidth - stickyWidth(sizes));
    cursor.go({ row: cursor.state().at.row, column });
  }, [frame, start, dates.length, column, width, sizes, cursor]);
}

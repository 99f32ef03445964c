/** The rendered part of the grid, which follows scrolling and resizing. When printing, the whole grid is rendered. */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { touchQuery, useMedia } from 'shared-ui';
import { figures } from './cells';
import { fixedWidth, HEAD, type Sizes, sizesFor, stickyWidth, type Window, windowOf } from './geometry';
import { usePrinting } from './use-printing';

/** Items rendered beyond the view, on each side. */
const MORE = { providers: 1, days: 1 } as const;

interface Seen {
  width: number;
  height: number;
  top: number;
  left: number;
  /** The text size relative to the default, from the header's height: 2 at 200 %. */
  textScale: number;
}

export interface RenderedRange {
  sizes: Sizes;
  /** The width in pixels that the sizes apply to; 0 before the frame is measured. */
  width: number;
  providers: Window;
  days: Window;
  /** Rows per screen. */
  page: number;
  onScroll: () => void;
}

export function useWindow(frame: RefObject<HTMLElement | null>, providers: number, days: number): RenderedRange {
  const touch = useMedia(touchQuery);
  const printing = usePrinting();
  const [seen, setSeen] = useState<Seen>({ width: 0, height: 0, top: 0, left: 0, textScale: 1 });
  const sizes = useMemo(
    () => sizesFor(seen.width, days, touch, seen.textScale),
    [seen.width, days, touch, seen.textScale],
  );
  const block = sizes.row * figures.length;

  const look = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    // Rounded to whole items, so that scrolling within one item doesn't rerender.
    const now = {
      width: element.clientWidth,
      height: element.clientHeight,
      top: Math.floor(element.scrollTop / block) * block,
      left: Math.floor(element.scrollLeft / sizes.day) * sizes.day,
      textScale: textScaleOf(headOf(element)),
    };
    setSeen((before) => (sameSeen(before, now) ? before : now));
  }, [frame, block, sizes.day]);

  useLayoutEffect(() => {
    look();
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    const head = headOf(element);
    if (head) observer.observe(head);
    return () => observer.disconnect();
  }, [frame, look]);

  const room = { rows: seen.height - sizes.head, columns: seen.width - stickyWidth(sizes) };
  return {
    sizes,
    width: seen.width,
    // One item more than fits, because the first may be partly in view.
    providers: printing
      ? { first: 0, after: providers }
      : windowOf(seen.top, room.rows + (room.rows > 0 ? block : 0), block, providers, MORE.providers),
    days: printing
      ? { first: 0, after: days }
      : windowOf(
          // Days come after the totals that scroll with them.
          Math.max(0, seen.left - (fixedWidth(sizes) - stickyWidth(sizes))),
          room.columns + (room.columns > 0 ? sizes.day : 0),
          sizes.day,
          days,
          MORE.days,
        ),
    page: Math.max(2, Math.floor((room.rows - block) / sizes.row)),
    onScroll: look,
  };
}

const headOf = (frame: HTMLElement): HTMLElement | null => frame.querySelector<HTMLElement>('[data-head]');

/** In steps of 5 %. Smaller text doesn't change the sizes. */
const textScaleOf = (head: HTMLElement | null): number =>
  Math.max(1, Math.round((20 * (head?.offsetHeight ?? 0)) / HEAD) / 20);

const sameSeen = (left: Seen, right: Seen): boolean =>
  left.width === right.width &&
  left.height === right.height &&
  left.top === right.top &&
  left.left === right.left &&
  left.textScale === right.textScale;

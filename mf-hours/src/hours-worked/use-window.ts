/** The drawn part of the grid, kept up with its scrolling and its size; on paper, all of it. */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { useMedia } from 'shared-ui';
import { figures } from './cells';
import { HEAD, type Sizes, sizesFor, stickyWidth, type Window, windowOf } from './geometry';
import { usePrinting } from './use-printing';

/** Drawn beyond what is in view, on each side. */
const MORE = { providers: 1, days: 1 } as const;

interface Seen {
  width: number;
  height: number;
  top: number;
  left: number;
}

export interface RenderedRange {
  sizes: Sizes;
  /** The width that the sizes are for, in pixels; 0 before the frame was measured. */
  width: number;
  providers: Window;
  days: Window;
  /** Rows that a screenful shows. */
  page: number;
  onScroll: () => void;
}

export function useWindow(frame: RefObject<HTMLElement | null>, providers: number, days: number): RenderedRange {
  const touch = useMedia('(pointer: coarse)');
  const printing = usePrinting();
  const [seen, setSeen] = useState<Seen>({ width: 0, height: 0, top: 0, left: 0 });
  const sizes = useMemo(() => sizesFor(seen.width, days, touch), [seen.width, days, touch]);
  const block = sizes.row * figures.length;

  const look = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    // Rounded to whole items, so that a scroll within one draws nothing.
    const now = {
      width: element.clientWidth,
      height: element.clientHeight,
      top: Math.floor(element.scrollTop / block) * block,
      left: Math.floor(element.scrollLeft / sizes.day) * sizes.day,
    };
    setSeen((before) => (sameSeen(before, now) ? before : now));
  }, [frame, block, sizes.day]);

  useLayoutEffect(() => {
    look();
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, look]);

  const room = { rows: seen.height - HEAD, columns: seen.width - stickyWidth(sizes) };
  return {
    sizes,
    width: seen.width,
    // One item more than fits, since the first may be half in view.
    providers: printing
      ? { first: 0, after: providers }
      : windowOf(seen.top, room.rows + (room.rows > 0 ? block : 0), block, providers, MORE.providers),
    days: printing
      ? { first: 0, after: days }
      : windowOf(seen.left, room.columns + (room.columns > 0 ? sizes.day : 0), sizes.day, days, MORE.days),
    page: Math.max(2, Math.floor((room.rows - block) / sizes.row)),
    onScroll: look,
  };
}

const sameSeen = (left: Seen, right: Seen): boolean =>
  left.width === right.width && left.height === right.height && left.top === right.top && left.left === right.left;

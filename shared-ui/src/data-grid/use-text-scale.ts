import { type RefObject, useLayoutEffect, useState } from 'react';

/** The theme's line height of grid text, in pixels. */
export const LINE_HEIGHT = 20;

/**
 * The person's text size relative to the theme's: 2 at 200%. Some browsers enlarge only text and keep pixel sizes, so
 * elements sized in pixels are scaled by this.
 *
 * @param ruler an element that is one line high
 * @returns at least 1
 */
export function useTextScale(ruler: RefObject<HTMLElement | null>): number {
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    const line = ruler.current;
    if (!line) return undefined;
    const measure = (): void => setScale(Math.max(1, Math.round((20 * line.offsetHeight) / LINE_HEIGHT) / 20));
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(line);
    return () => observer.disconnect();
  }, [ruler]);
  return scale;
}

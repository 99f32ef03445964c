import { type RefObject, useLayoutEffect, useState } from 'react';

/** The line height of the grid's text, in pixels, as the theme has it. */
export const LINE_HEIGHT = 20;

/**
 * How much larger than the theme's a person's text is: 2 at 200 %. Some browsers enlarge text alone, while sizes in pixels
 * stay. What has a size in pixels and holds text, grows with it.
 *
 * @param ruler an element that is one line high
 * @returns 1 for text of the usual size and for a smaller one
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

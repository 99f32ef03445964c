import { type RefObject, useEffect } from 'react';

/**
 * Reports an element's height in pixels, and 0 after it is removed.
 *
 * @param change a value that changes when the element appears or disappears
 */
export function useReportedHeight(
  root: RefObject<HTMLElement | null>,
  onHeight: (height: number) => void,
  change: unknown,
): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => onHeight(element.offsetHeight));
    observer.observe(element);
    return () => {
      observer.disconnect();
      onHeight(0);
    };
  }, [root, onHeight, change]);
}

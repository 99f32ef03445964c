import { useLayoutEffect, useState } from 'react';

/**
 * Whether an element's content overflows and scrolls. The caller then makes it focusable, so that the arrow keys scroll
 * it, which not all browsers do by default.
 *
 * @returns a ref for the element, and whether it scrolls now
 */
export function useScrolls(): [ref: (element: HTMLElement | null) => void, scrolls: boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    if (!element) return undefined;
    const measure = (): void =>
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, scrolls];
}

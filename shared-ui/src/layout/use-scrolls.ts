import { useLayoutEffect, useState } from 'react';

/**
 * Whether more is in an element than it shows, so that it scrolls. It can then be reached with Tab, and the arrow keys
 * scroll it: browsers do not all do that by themselves.
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

import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus to where it was once a layer closes, and leaves the page where it is. MUI's own return scrolls, because the
 * page keeps room for a floating bar at its bottom.
 *
 * @param isOpen of a layer of MUI with `disableRestoreFocus`
 */
export function useFocusReturn(isOpen: boolean): void {
  const before = useRef<Element | null>(null);
  // Earlier than the layer, whose portal mounts after this effect.
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement;
  }, [isOpen]);
  // Later than MUI's effects, which keep the focus inside while the layer is open.
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    };
  }, [isOpen]);
}

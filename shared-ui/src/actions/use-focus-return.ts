import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Restores focus when a popover closes, without scrolling. MUI's own focus restore scrolls, because the page reserves
 * space for a floating bar at the bottom.
 *
 * @param isOpen whether the MUI popover, which has `disableRestoreFocus`, is open
 */
export function useFocusReturn(isOpen: boolean): void {
  const before = useRef<Element | null>(null);
  // Runs before the popover's portal mounts.
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement;
  }, [isOpen]);
  // Runs after MUI's effects, which trap focus while the popover is open.
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    };
  }, [isOpen]);
}

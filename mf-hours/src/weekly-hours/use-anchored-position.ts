import { type RefObject, useLayoutEffect } from 'react';

const MARGIN = 8;
const GAP = 4;

interface Rect {
  left: number;
  top: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

/**
 * Left and top of a box below its anchor, or above it if there is no room below. The box is always inside the window.
 */
export function positionNear(anchor: Rect, box: Size, view: Size): { left: number; top: number } {
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - box.height;
  const top = below + box.height + MARGIN <= view.height || above < MARGIN ? below : above;
  return {
    left: Math.max(MARGIN, Math.min(anchor.left, view.width - box.width - MARGIN)),
    top: Math.max(MARGIN, Math.min(top, view.height - box.height - MARGIN)),
  };
}

/**
 * Keeps a fixed box at its cell. The box is fixed because the grid's scroll frame would clip it at rows near the
 * bottom.
 *
 * @param anchor finds the cell. A different function repositions the box.
 */
export function useAnchoredPosition(box: RefObject<HTMLElement | null>, anchor: () => HTMLElement | null): void {
  useLayoutEffect(() => {
    const element = box.current;
    const cell = anchor();
    if (!element || !cell) return undefined;
    const update = (): void => {
      const view = { width: window.innerWidth, height: window.innerHeight };
      const { left, top } = positionNear(
        cell.getBoundingClientRect(),
        { width: element.offsetWidth, height: element.offsetHeight },
        view,
      );
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    };
    update();
    window.addEventListener('resize', update);
    window.addEventListener('scroll', update, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', update);
      window.removeEventListener('scroll', update, { capture: true });
    };
  }, [box, anchor]);
}

export type Side = 'top' | 'bottom' | 'left' | 'right';

/** Distance to the anchor, and least distance to the edge of the window, in pixels. */
const GAP = 6;
const EDGE = 8;

const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}

interface Point {
  left: number;
  top: number;
}

function pointAtSide(anchor: Box, size: { width: number; height: number }, side: Side): Point {
  const middle = {
    left: anchor.left + (anchor.width - size.width) / 2,
    top: anchor.top + (anchor.height - size.height) / 2,
  };
  switch (side) {
    case 'top':
      return { ...middle, top: anchor.top - GAP - size.height };
    case 'bottom':
      return { ...middle, top: anchor.bottom + GAP };
    case 'left':
      return { ...middle, left: anchor.left - GAP - size.width };
    case 'right':
      return { ...middle, left: anchor.right + GAP };
  }
}

/**
 * The position of a layer next to its anchor: at the given side, or at the opposite one if it would leave the window,
 * shifted to stay inside. In window pixels.
 */
export function tooltipPosition(
  anchor: Box,
  size: { width: number; height: number },
  side: Side,
  window: { width: number; height: number },
): Point {
  const inside = ({ left, top }: Point): boolean =>
    left >= EDGE &&
    top >= EDGE &&
    left + size.width <= window.width - EDGE &&
    top + size.height <= window.height - EDGE;
  const fits = (tried: Side): boolean => {
    const point = pointAtSide(anchor, size, tried);
    // The layer can shift along the anchor's edge; only the space at its side counts.
    return tried === 'top' || tried === 'bottom'
      ? inside({ ...point, left: EDGE }) || size.width > window.width - 2 * EDGE
      : inside({ ...point, top: EDGE });
  };
  const { left, top } = pointAtSide(anchor, size, !fits(side) && fits(opposite[side]) ? opposite[side] : side);
  const within = (at: number, length: number, room: number): number =>
    Math.max(EDGE, Math.min(at, room - EDGE - length));
  return { left: within(left, size.width, window.width), top: within(top, size.height, window.height) };
}

/** Positions a fixed element next to its anchor. */
export function positionTooltip(element: HTMLElement, anchor: HTMLElement, side: Side): void {
  const { width, height } = element.getBoundingClientRect();
  const { left, top } = tooltipPosition(anchor.getBoundingClientRect(), { width, height }, side, {
    width: document.documentElement.clientWidth,
    height: document.documentElement.clientHeight,
  });
  element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

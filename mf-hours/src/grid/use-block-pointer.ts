/**
 * Pointer events of a grid: a press moves the cursor; Shift with a press, and dragging, select a block. A page that
 * scrolls under a resting pointer isn't dragging, although the browser reports a different cell under it.
 */
import { type PointerEvent, useRef } from 'react';
import type { GridCursor } from './grid-cursor';
import { type CellRef, isSameCell } from './selection';

/** In px of the window. */
interface Point {
  x: number;
  y: number;
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

/** @param cellRefAt finds the cell of an event target; undefined outside the cells that a block can include */
export function useBlockPointer(cursor: GridCursor, cellRefAt: (target: EventTarget) => CellRef | undefined) {
  /** The last position of the pressed pointer. */
  const pressed = useRef<Point | null>(null);
  const selected = useRef(false);
  return {
    press(event: PointerEvent, at: CellRef): void {
      selected.current = event.shiftKey;
      if (event.shiftKey) cursor.extend(at);
      else cursor.go(at);
      // On touch devices, dragging scrolls.
      pressed.current = event.pointerType === 'touch' ? null : pointOf(event);
    },
    /** True when the selection was extended to another cell. */
    over(event: PointerEvent): boolean {
      const before = pressed.current;
      if (!before) return false;
      const isDown = (event.buttons & 1) !== 0;
      pressed.current = isDown ? pointOf(event) : null;
      if (!isDown || (before.x === event.clientX && before.y === event.clientY)) return false;
      const to = cellRefAt(event.target);
      if (!to || isSameCell(cursor.state().at, to)) return false;
      selected.current = true;
      cursor.extend(to);
      return true;
    },
    release(): void {
      pressed.current = null;
    },
    /** True when the last press selected a block, so that its click is ignored. */
    hasSelected: () => selected.current,
  };
}

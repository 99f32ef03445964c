/** Pointer events of a grid: a press moves the cursor; Shift with a press, and dragging, select a block. */
import { type PointerEvent, useRef } from 'react';
import type { GridCursor } from './grid-cursor';
import { type CellRef, isSameCell } from './selection';

/** @param cellRefAt finds the cell of an event target; undefined outside of the cells that a block can include */
export function useBlockPointer(cursor: GridCursor, cellRefAt: (target: EventTarget) => CellRef | undefined) {
  const pressed = useRef(false);
  const selected = useRef(false);
  return {
    press(event: PointerEvent, at: CellRef): void {
      selected.current = event.shiftKey;
      if (event.shiftKey) cursor.extend(at);
      else cursor.go(at);
      // On touch devices, dragging scrolls.
      pressed.current = event.pointerType !== 'touch';
    },
    /** True when the selection was extended to another cell. */
    over(event: PointerEvent): boolean {
      if (!pressed.current) return false;
      if ((event.buttons & 1) === 0) {
        pressed.current = false;
        return false;
      }
      const to = cellRefAt(event.target);
      if (!to || isSameCell(cursor.state().at, to)) return false;
      selected.current = true;
      cursor.extend(to);
      return true;
    },
    release(): void {
      pressed.current = false;
    },
    /** True when the last press selected a block, so that its click is ignored. */
    hasSelected: () => selected.current,
  };
}

/** Mouse and touch in the grid: a press moves the cursor, dragging selects a block, a double-click opens the cell. */
import type { PointerEvent, RefObject } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { GridCommands } from './grid-commands';
import type { FocusTrigger } from './use-cursor-focus';
import { type CellRef, isSameCell } from '../grid/selection';
import { useBlockPointer } from '../grid/use-block-pointer';

/** The cell, or the provider's header cell, that an event happened in. */
export function cellRefAt(target: EventTarget): CellRef | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const [row, column] = element?.dataset['cell']?.split(':').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

export function usePointer(
  commands: GridCommands,
  openText: () => string,
  hovered: StoreApi<CellRef | null>,
  focus: RefObject<FocusTrigger>,
) {
  const { cursor } = commands;
  const pointer = useBlockPointer(cursor, (target) => {
    const cellRef = cellRefAt(target);
    return cellRef && cellRef.column >= 0 ? cellRef : undefined;
  });
  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      const cellRef = cellRefAt(event.target);
      if (!cellRef || event.button !== 0 || (event.target as Element).matches('[data-editor]')) return;
      if (cursor.state().editing) commands.commit(openText());
      hovered.setState(null);
      focus.current = 'pointer';
      if (cellRef.column < 0) return;
      // Touch has no double click: the second tap on a cell opens it.
      if (event.pointerType === 'touch' && !event.shiftKey && isSameCell(cursor.state().at, cellRef))
        commands.open(cellRef);
      else pointer.press(event, cellRef);
      // The cell takes the focus itself. By default the browser would focus the pressed element.
      event.preventDefault();
    },
    onPointerOver(event: PointerEvent<HTMLElement>): void {
      const cellRef = cellRefAt(event.target);
      const before = hovered.getState();
      const moved = cellRef && before ? !isSameCell(cellRef, before) : cellRef !== undefined || before !== null;
      if (event.pointerType !== 'touch' && moved) hovered.setState(cellRef ?? null, true);
      pointer.over(event);
    },
    onPointerUp(): void {
      pointer.release();
    },
    onPointerLeave(): void {
      hovered.setState(null);
    },
    onDoubleClick(event: { target: EventTarget }): void {
      const cellRef = cellRefAt(event.target);
      if (cellRef && cellRef.column >= 0 && !cursor.state().editing) commands.open(cellRef);
    },
  };
}

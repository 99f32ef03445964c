/** The keyboard, pointer and clipboard of the grid. It behaves like a spreadsheet and is one tab stop. */
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { GridCursor } from '../grid/grid-cursor';
import { onClosedCellKey } from '../grid/grid-keys';
import { type CellRef, isSameCell } from '../grid/selection';
import { useBlockPointer } from '../grid/use-block-pointer';
import { blockCommands } from './block-commands';
import type { BlockEdit } from './block-edits';
import { cellRefOf, columns, type Cursor, cursorOf, type Editing, extentOf, isDay } from './cursor';
import { type ActionOptions, type GridActions, PAGE, useGridActions } from './grid-actions';
import { followsOffice, rowOf } from './rows';

export interface GridOptions extends ActionOptions {
  /** True if keys and clipboard can only move, select and copy. */
  readOnly: boolean;
  editing: Editing | null;
  /** Receives the result of a command on a block if some cells could not change; null if all could. */
  onReport: (edit: BlockEdit | null) => void;
  /** Called after a copy with the number of days, to announce it to screen readers. */
  onCopied: (count: number) => void;
}

/** The cell of an event target. */
function cursorAt(target: EventTarget): Cursor | undefined {
  if (!(target instanceof Element)) return undefined;
  const [id, column] = target.closest<HTMLElement>('[data-cell]')?.dataset['cell']?.split(':') ?? [];
  const known = columns.find((name) => name === column);
  return known && { id: Number(id), column: known };
}

/** Opens the day of a cell, with the text typed on it. False if the cell has no editable day. */
function openDay(grid: GridActions, { rows, dispatch, readOnly }: GridOptions, ref: CellRef, typed?: string): boolean {
  const found = cursorOf(rows, ref);
  const row = found && rowOf(rows, found.id);
  if (!row || !isDay(found.column) || readOnly) return false;
  const field = { id: found.id, day: found.column, part: 'beg' } as const;
  if (typed === undefined || followsOffice(row)) grid.open(field);
  else {
    dispatch({ type: 'typed', id: found.id, day: found.column, part: 'beg', text: typed });
    grid.open({ ...field, typed });
  }
  return true;
}

/** Scrolls an invalid day into view after it closes, so that the row of totals doesn't cover its message. */
function useScrollToInvalid(editing: Editing | null, grid: GridActions): void {
  const left = useRef<Editing | null>(null);
  useEffect(() => {
    const before = left.current;
    left.current = editing;
    const cell = before && grid.cellAt({ id: before.id, column: before.day });
    if (cell?.getAttribute('aria-invalid') === 'true' && cell.clientHeight > 0) {
      cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }, [editing, grid]);
}

export function useGrid(table: RefObject<HTMLElement | null>, options: GridOptions) {
  const { rows, dispatch, readOnly, editing } = options;
  const [cursor] = useState(() => new GridCursor());
  const { at, anchor } = useSyncExternalStore(cursor.subscribe, cursor.state);
  const grid = useGridActions(table, cursor, options);
  const extent = extentOf(rows);
  const { rows: count, columns: width } = extent;
  useLayoutEffect(() => cursor.keepWithin({ rows: count, columns: width }), [cursor, count, width]);

  const refAt = (target: EventTarget): CellRef | undefined => {
    const found = cursorAt(target);
    return found && cellRefOf(rows, found);
  };
  const dayRefAt = (target: EventTarget): CellRef | undefined => {
    const found = cursorAt(target);
    return found && isDay(found.column) ? cellRefOf(rows, found) : undefined;
  };
  const pointer = useBlockPointer(cursor, dayRefAt);
  const focusCursor = (): void => {
    const to = cursorOf(rows, cursor.state().at);
    if (to) grid.cellAt(to)?.focus();
  };
  const { clear, fill, copy, paste } = blockCommands(cursor, options);

  const handlers = {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void {
      if (event.nativeEvent.isComposing || !refAt(event.target)) return;
      const meant = onClosedCellKey(event, {
        ...{ cursor, extent, fill, clear },
        page: PAGE,
        enter: 'opens',
        tabs: false,
        undo: () => dispatch({ type: 'undo' }),
        redo: () => dispatch({ type: 'redo' }),
        open: (ref, typed) => openDay(grid, options, ref, typed),
      });
      if (!meant) return;
      event.preventDefault();
      focusCursor();
    },
    onFocus(event: FocusEvent<HTMLElement>): void {
      const to = refAt(event.target);
      if (to && !isSameCell(to, cursor.state().at)) cursor.go(to);
    },
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      const to = event.button === 0 ? dayRefAt(event.target) : undefined;
      if (!to) return;
      pointer.press(event, to);
      if (!event.shiftKey) return;
      // By default the browser would focus the cell without keeping the block.
      event.preventDefault();
      focusCursor();
    },
    onPointerOver(event: PointerEvent<HTMLElement>): void {
      if (pointer.over(event)) focusCursor();
    },
    onPointerUp: () => pointer.release(),
    onClick(event: MouseEvent<HTMLElement>): void {
      const found = cursorAt(event.target);
      if (!found || !isDay(found.column) || readOnly || pointer.hasSelected()) return;
      grid.open({ id: found.id, day: found.column, part: 'beg' });
    },
    onCopy(event: ClipboardEvent<HTMLElement>): void {
      if (refAt(event.target)) copy(event);
    },
    onCut(event: ClipboardEvent<HTMLElement>): void {
      if (refAt(event.target) && copy(event)) clear();
    },
    onPaste(event: ClipboardEvent<HTMLElement>): void {
      if (refAt(event.target) && paste(event)) focusCursor();
    },
  };
  useScrollToInvalid(editing, grid);

  return { grid, handlers, at, block: anchor ? cursor.block : null };
}

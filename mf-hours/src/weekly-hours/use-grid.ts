/** The keyboard, pointer and clipboard of the grid. It behaves like a spreadsheet and is one tab stop. */
import {
  type ClipboardEvent,
  type Dispatch,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { GridCursor } from '../grid/grid-cursor';
import { onClosedCellKey } from '../grid/grid-keys';
import { type CellRef, isSameCell, cellAfterKey, pastedBlock } from '../grid/selection';
import { parseTsv, writeTsv } from '../grid/tsv';
import { useBlockPointer } from '../grid/use-block-pointer';
import { type BlockEdit, blockOfDays, clearedDays, copiedDays, filledDays, pastedDays } from './block-edits';
import {
  cellRefOf,
  columns,
  type Cursor,
  cursorOf,
  type Editing,
  extentOf,
  fieldInAdjacentRow,
  isDay,
  nextField,
} from './cursor';
import type { Action } from './draft';
import type { GridActions } from './grid-actions';
import { followsOffice, type Rows, rowOf } from './rows';
import { emptyDay, lunchEndAfter } from './typed-times';

/** Rows that Page Up and Page Down move by. */
const PAGE = 10;

/** What the actions work on. */
export interface ActionOptions {
  rows: Rows;
  dispatch: Dispatch<Action>;
  setEditing: (change: (now: Editing | null) => Editing | null) => void;
  onCopyDay: GridActions['copyDay'];
  onMenu: GridActions['menu'];
}

export interface GridOptions extends ActionOptions {
  /** True if keys and clipboard can move, select and copy, but not change anything. */
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

/** The actions for the parts of the grid. The object stays the same while the grid is mounted. */
export function actionsOf(
  table: RefObject<HTMLElement | null>,
  cursor: GridCursor,
  latest: RefObject<ActionOptions>,
): GridActions {
  const cellAt = ({ id, column }: Cursor): HTMLElement | null =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${id}:${column}"]`) ?? null;
  const close = (to: Cursor): void => {
    cellAt(to)?.focus();
    latest.current.setEditing(() => null);
  };
  const open = (next: Editing): void => {
    const ref = cellRefOf(latest.current.rows, { id: next.id, column: next.day });
    if (ref && !isSameCell(ref, cursor.state().at)) cursor.go(ref);
    latest.current.setEditing(() => next);
  };
  return {
    dispatch: (action) => latest.current.dispatch(action),
    cellAt,
    open,
    close,
    blur: ({ id, column }) => latest.current.setEditing((now) => (now?.id === id && now.day === column ? null : now)),
    tab(from, step) {
      const next = nextField(latest.current.rows, from, step);
      if (next) open(next);
      return next !== undefined;
    },
    focusAdjacentRow(from, step) {
      const next = fieldInAdjacentRow(latest.current.rows, from, step);
      if (next) open(next);
    },
    commit({ id, day }, step) {
      const { rows } = latest.current;
      const at = cellRefOf(rows, { id, column: day });
      const to = at && cellAfterKey(extentOf(rows), at, step === 1 ? 'ArrowDown' : 'ArrowUp', false, PAGE);
      close((to && cursorOf(rows, to)) ?? { id, column: day });
    },
    clear(id, day) {
      latest.current.dispatch({ type: 'days', kind: 'cleared', days: [{ id, day, times: emptyDay(day) }] });
    },
    setLunch(id, day, minutes) {
      const row = rowOf(latest.current.rows, id);
      const end = row && lunchEndAfter(row, day, minutes);
      if (end !== undefined) latest.current.dispatch({ type: 'times', id, day, times: { [`${day}_l_end`]: end } });
    },
    copyDay(id, day) {
      close({ id, column: day });
      latest.current.onCopyDay(id, day);
    },
    menu: (id, anchor) => latest.current.onMenu(id, anchor),
  };
}

export function useGrid(table: RefObject<HTMLElement | null>, options: GridOptions) {
  const { rows, dispatch, readOnly, editing, onReport, onCopied } = options;
  const [cursor] = useState(() => new GridCursor());
  const { at, anchor } = useSyncExternalStore(cursor.subscribe, cursor.state);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const grid = useMemo(() => actionsOf(table, cursor, latest), [table, cursor]);
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

  const openDay = (ref: CellRef, typed?: string): boolean => {
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
  };

  /** Applies the changes that a command may make, and reports the rejected cells. */
  const apply = (kind: 'cleared' | 'pasted' | 'filled', edit: BlockEdit): void => {
    if (readOnly) return;
    if (edit.days.length > 0 || kind === 'pasted') dispatch({ type: 'days', kind, days: edit.days });
    onReport(edit.rejected.length + edit.outside > 0 ? edit : null);
  };
  const block = () => blockOfDays(cursor.block, cursor.state().at, extent);
  const clear = (): void => {
    const days = block();
    if (days) apply('cleared', clearedDays(rows, days));
  };

  const copy = (event: ClipboardEvent<HTMLElement>): boolean => {
    const days = refAt(event.target) && block();
    if (!days) return false;
    const texts = copiedDays(rows, days);
    event.clipboardData.setData('text/plain', writeTsv(texts));
    event.preventDefault();
    onCopied(texts.flat().length);
    return true;
  };

  const handlers = {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void {
      if (event.nativeEvent.isComposing || !refAt(event.target)) return;
      const meant = onClosedCellKey(event, {
        cursor,
        extent,
        page: PAGE,
        enter: 'opens',
        tabs: false,
        undo: () => dispatch({ type: 'undo' }),
        redo: () => dispatch({ type: 'redo' }),
        fill: (direction) => {
          const days = block();
          if (days) apply('filled', filledDays(rows, days, direction));
        },
        clear,
        open: openDay,
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
      copy(event);
    },
    onCut(event: ClipboardEvent<HTMLElement>): void {
      if (copy(event)) clear();
    },
    onPaste(event: ClipboardEvent<HTMLElement>): void {
      const days = refAt(event.target) && block();
      if (!days || readOnly) return;
      event.preventDefault();
      const texts = parseTsv(event.clipboardData.getData('text/plain'));
      apply('pasted', pastedDays(rows, texts, days));
      const selected = pastedBlock(texts, days, extent);
      if (!selected) return;
      cursor.select(selected.to, selected.from);
      focusCursor();
    },
  };

  // Scrolls an invalid day into view after it closes, so that the row of totals doesn't cover its message.
  const left = useRef<Editing | null>(null);
  useEffect(() => {
    const before = left.current;
    left.current = editing;
    const cell = before && grid.cellAt({ id: before.id, column: before.day });
    if (cell?.getAttribute('aria-invalid') === 'true' && cell.clientHeight > 0) {
      cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }, [editing, grid]);

  return { grid, handlers, at, block: anchor ? cursor.block : null };
}

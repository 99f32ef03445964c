import type { Day } from 'shared-api/contracts';
import { type Dispatch, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { GridCursor } from '../grid/grid-cursor';
import { cellAfterKey, isSameCell } from '../grid/selection';
import {
  cellRefOf,
  type Cursor,
  cursorOf,
  type Editing,
  extentOf,
  type Field,
  fieldInAdjacentRow,
  nextField,
} from './cursor';
import type { Action } from './draft';
import { type Rows, rowOf } from './rows';
import { emptyDay, lunchEndAfter } from './typed-times';

/** Number of rows that Page Up and Page Down move by. */
export const PAGE = 10;

/**
 * The actions for the parts of the grid. The object stays the same while the grid is mounted, so that a row rerenders
 * only when its own props change.
 */
export interface GridActions {
  dispatch(action: Action): void;
  /** The element of a cell: a day, the checkbox of a provider, or the button of a row's menu. */
  cellAt(at: Cursor): HTMLElement | null;
  open(editing: Editing): void;
  /** Closes the open day and focuses a cell. */
  close(to: Cursor): void;
  /** Closes this day if it is open, without moving the focus. */
  blur(from: Cursor): void;
  /** Moves to the next (1) or the previous (-1) field. Returns false at the end of the grid. */
  tab(from: Field, step: 1 | -1): boolean;
  /** Moves to the same field of the row below (1) or above (-1). */
  focusAdjacentRow(from: Field, step: 1 | -1): void;
  /** Closes the open day and moves to the row below (1) or above (-1). */
  commit(from: Field, step: 1 | -1): void;
  /** Clears a day. The change can be undone. */
  clear(id: number, day: Day): void;
  /** Sets the end of lunch this many minutes after its start. Does nothing if lunch has no start. */
  setLunch(id: number, day: Day, minutes: number): void;
  copyDay(id: number, day: Day): void;
  menu(id: number, anchor: HTMLElement): void;
}

/** The state and callbacks that the actions use. */
export interface ActionOptions {
  rows: Rows;
  dispatch: Dispatch<Action>;
  setEditing: (change: (now: Editing | null) => Editing | null) => void;
  onCopyDay: GridActions['copyDay'];
  onMenu: GridActions['menu'];
}

function actionsOf(
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

/** The actions for the parts of the grid. The object stays the same while the grid is mounted. */
export function useGridActions(
  table: RefObject<HTMLElement | null>,
  cursor: GridCursor,
  options: ActionOptions,
): GridActions {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  return useMemo(() => actionsOf(table, cursor, latest), [table, cursor]);
}

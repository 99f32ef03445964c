/** The keyboard and the pointer in the grid: a spreadsheet's manners on a table of one tab stop. */
import {
  type ClipboardEvent,
  type Dispatch,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useMemo,
  useRef,
  useState,
  useLayoutEffect,
} from 'react';
import { type Column, columns, type Cursor, type Editing, fieldBeside, isDay, moved, nextField } from './cursor';
import { dayAsText } from './day-text';
import type { Action } from './draft';
import type { GridActions } from './grid-actions';
import { follows, type Row, type Rows, rowOf } from './rows';
import { emptyDay, parseDay } from './typed-times';

export interface GridOptions {
  rows: Rows;
  dispatch: Dispatch<Action>;
  editing: Editing | null;
  setEditing: (change: (now: Editing | null) => Editing | null) => void;
  onCopyDay: GridActions['copyDay'];
  onMenu: GridActions['menu'];
}

export interface GridHandlers {
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  onFocus(event: FocusEvent<HTMLElement>): void;
  onClick(event: MouseEvent<HTMLElement>): void;
  onCopy(event: ClipboardEvent<HTMLElement>): void;
  onPaste(event: ClipboardEvent<HTMLElement>): void;
}

/** The place whose cell an event is in. */
function cursorAt(target: EventTarget): Cursor | undefined {
  if (!(target instanceof Element)) return undefined;
  const [id, column] = target.closest<HTMLElement>('[data-cell]')?.dataset['cell']?.split(':') ?? [];
  const known = columns.find((name) => name === column);
  return known && { id: Number(id), column: known };
}

const withControl = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey;
const isUndo = (event: KeyboardEvent): boolean => withControl(event) && event.key.toLowerCase() === 'z';
const isRedo = (event: KeyboardEvent): boolean =>
  withControl(event) && (event.key.toLowerCase() === 'y' || (event.shiftKey && event.key.toLowerCase() === 'z'));

const isTyped = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;

export function useGrid(table: RefObject<HTMLElement | null>, options: GridOptions) {
  const { rows, dispatch } = options;
  const [cursor, setCursor] = useState<Cursor>({ id: 0, column: 'mon' });
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });

  const grid = useMemo((): GridActions => {
    const cellAt = ({ id, column }: Cursor): HTMLElement | null =>
      table.current?.querySelector<HTMLElement>(`[data-cell="${id}:${column}"]`) ?? null;
    const close = (to: Cursor): void => {
      cellAt(to)?.focus();
      latest.current.setEditing(() => null);
    };
    const open = (next: Editing): void => latest.current.setEditing(() => next);
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
      beside(from, step) {
        const next = fieldBeside(latest.current.rows, from, step);
        if (next) open(next);
      },
      commit({ id, day }, step) {
        const here = { id, column: day };
        close(moved(latest.current.rows, here, step === 1 ? 'ArrowDown' : 'ArrowUp') ?? here);
      },
      clear({ id, column }) {
        if (isDay(column)) latest.current.dispatch({ type: 'cleared', id, day: column, times: emptyDay(column) });
      },
      copyDay(id, day) {
        close({ id, column: day });
        latest.current.onCopyDay(id, day);
      },
      menu: (id, anchor) => latest.current.onMenu(id, anchor),
    };
  }, [table]);

  /** Keys on a closed day. True when the key meant something. */
  const onDayKey = (event: KeyboardEvent, row: Row, column: Column): boolean => {
    if (!isDay(column)) return false;
    const id = row.provider_id;
    const field = { id, day: column, part: 'beg' } as const;
    if (event.key === 'Enter' || event.key === 'F2' || event.key === ' ') grid.open(field);
    else if (follows(row)) {
      if (!isTyped(event)) return false;
      grid.open(field);
    } else if (event.key === 'Delete' || event.key === 'Backspace') grid.clear({ id, column });
    else if (isTyped(event)) {
      dispatch({ type: 'typed', id, day: column, part: 'beg', text: event.key });
      grid.open({ ...field, typed: event.key });
    } else return false;
    return true;
  };

  const handlers: GridHandlers = {
    onKeyDown(event) {
      const at = cursorAt(event.target);
      const row = at && rowOf(rows, at.id);
      if (!at || !row) return;
      const to = event.altKey ? undefined : moved(rows, at, event.key, event.ctrlKey || event.metaKey);
      if (to) grid.close(to);
      else if (isRedo(event)) dispatch({ type: 'redo' });
      else if (isUndo(event)) dispatch({ type: 'undo' });
      else if (!onDayKey(event, row, at.column)) return;
      event.preventDefault();
    },
    onFocus(event) {
      const at = cursorAt(event.target);
      if (at) setCursor(at);
    },
    onClick(event) {
      const at = cursorAt(event.target);
      if (!at || !isDay(at.column)) return;
      grid.open({ id: at.id, day: at.column, part: 'beg' });
    },
    onCopy(event) {
      const at = cursorAt(event.target);
      const row = at && rowOf(rows, at.id);
      if (!row || !isDay(at.column)) return;
      event.clipboardData.setData('text/plain', dayAsText(row, at.column));
      event.preventDefault();
    },
    onPaste(event) {
      const at = cursorAt(event.target);
      if (!at || !isDay(at.column)) return;
      const times = parseDay(event.clipboardData.getData('text/plain'), at.column);
      if (times) {
        dispatch({ type: 'pasted', id: at.id, day: at.column, times: { ...emptyDay(at.column), ...times } });
      }
      event.preventDefault();
    },
  };

  const shown = rowOf(rows, cursor.id) ? cursor : { ...cursor, id: rows[0]?.provider_id ?? cursor.id };
  return { grid, handlers, cursor: shown };
}

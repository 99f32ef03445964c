import type { Day } from 'shared-api/contracts';
import type { Cursor, Editing, Field } from './cursor';
import type { Action } from './draft';

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

import type { Day } from 'shared-api/contracts';
import type { Cursor, Editing, Field } from './cursor';
import type { Action } from './draft';

/**
 * What the parts of the grid can ask for. The object stays the same while the grid lives, so that a row is drawn again
 * only when something of its own has changed.
 */
export interface GridActions {
  dispatch(action: Action): void;
  /** What stands at a place: the cell of a day, the checkbox of a provider, the button of a row's menu. */
  cellAt(at: Cursor): HTMLElement | null;
  open(editing: Editing): void;
  /** Closes the open day and gives the focus to a place. */
  close(to: Cursor): void;
  /** Closes this day if it is the open one, and leaves the focus where it went. */
  blur(from: Cursor): void;
  /** To the next (1) or the previous (-1) field; false at the end of the grid. */
  tab(from: Field, step: 1 | -1): boolean;
  /** To the same field of the row below (1) or above (-1). */
  focusAdjacentRow(from: Field, step: 1 | -1): void;
  /** Closes the open day and goes to the row below (1) or above (-1). */
  commit(from: Field, step: 1 | -1): void;
  /** Empties a day; offered with an Undo. */
  clear(id: number, day: Day): void;
  /** Ends lunch so many minutes after it starts; nothing where no lunch starts. */
  setLunch(id: number, day: Day, minutes: number): void;
  copyDay(id: number, day: Day): void;
  menu(id: number, anchor: HTMLElement): void;
}

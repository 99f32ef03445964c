/** Keyboard commands on a closed cell, as in a spreadsheet. Shared by both grids. */
import type { KeyboardEvent } from 'react';
import type { GridCursor } from './grid-cursor';
import { type CellRef, type Extent, clampToBlock, lastBlockColumn, cellAfterKey, cellAfterTab } from './selection';

export interface GridKeyContext {
  cursor: GridCursor;
  extent: Extent;
  /** Rows per screen, for Page Up and Page Down. */
  page: number;
  /** What Enter does on a closed cell. */
  enter: 'moves' | 'opens';
  /** True if Tab moves along the row before it leaves the grid. */
  tabs: boolean;
  undo: () => void;
  redo: () => void;
  fill: (direction: 'down' | 'right') => void;
  /** Empties the selected block. */
  clear: () => void;
  /** Opens a cell, with the text typed on it. Returns false if the cell can't be opened. */
  open: (at: CellRef, typed?: string) => boolean;
  onSave?: () => void;
  /** Focuses the grid itself, so that Tab leaves it. */
  onLeave?: () => void;
}

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/** Keys with Ctrl or Command. */
function withControl(event: KeyboardEvent, context: GridKeyContext): boolean {
  const { cursor, extent, undo, redo, fill, onSave } = context;
  switch (event.key.toLowerCase()) {
    case 'z':
      if (event.shiftKey) redo();
      else undo();
      return true;
    case 'y':
      redo();
      return true;
    case 'd':
      fill('down');
      return true;
    case 'r':
      // Without a block, Ctrl+R reloads the page as usual.
      if (!cursor.state().anchor) return false;
      fill('right');
      return true;
    case 'a':
      cursor.select({ row: extent.rows - 1, column: lastBlockColumn(extent) }, { row: 0, column: 0 });
      return true;
    case 's':
      onSave?.();
      return onSave !== undefined;
    default:
      return false;
  }
}

function onTab(event: KeyboardEvent, { cursor, extent, tabs }: GridKeyContext): boolean {
  const next = tabs ? cellAfterTab(extent, cursor.state().at, event.shiftKey ? -1 : 1) : undefined;
  if (next) cursor.go(next);
  return next !== undefined;
}

/** Keys that edit the cursor's cell or the block. */
function onEditKey(event: KeyboardEvent, context: GridKeyContext): boolean {
  const { cursor, extent, page, enter, clear, open } = context;
  const { at } = cursor.state();
  // Header cells and trailing columns hold controls, which handle Enter and Space themselves.
  if (at.column < 0 || at.column > lastBlockColumn(extent)) return false;
  if (event.key === 'Enter' && enter === 'moves') {
    cursor.go(cellAfterKey(extent, at, event.shiftKey ? 'ArrowUp' : 'ArrowDown', false, page) ?? at);
    return true;
  }
  if (event.key === 'Enter' || event.key === 'F2' || (event.key === ' ' && enter === 'opens')) return open(at);
  if (event.key === 'Delete' || event.key === 'Backspace') clear();
  else return isTyped(event) && open(at, event.key);
  return true;
}

/** True when the grid handled the key. */
export function onClosedCellKey(event: KeyboardEvent, context: GridKeyContext): boolean {
  const { cursor, extent, page, onLeave } = context;
  const { at, anchor } = cursor.state();
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  const to = cellAfterKey(extent, at, event.key, control, page);
  if (to) {
    if (event.shiftKey) cursor.extend(clampToBlock(extent, to));
    else cursor.go(to);
    return true;
  }
  if (control && withControl(event, context)) return true;
  if (event.key === 'Tab') return onTab(event, context);
  if (event.key === 'Escape') {
    if (anchor) cursor.go(at);
    else onLeave?.();
    return anchor !== null || onLeave !== undefined;
  }
  return onEditKey(event, context);
}

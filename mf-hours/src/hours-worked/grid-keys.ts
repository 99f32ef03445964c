/** The keyboard of the grid: a spreadsheet's manners. */
import type { KeyboardEvent } from 'react';
import type { GridDeeds } from './grid-deeds';
import { moved, type Spot, tabbed } from './selection';

export interface KeyContext {
  deeds: GridDeeds;
  /** Rows that a screenful shows. */
  page: number;
  onSave: () => void;
  /** Hands the focus to the grid itself, from where Tab leaves. */
  onLeave: () => void;
}

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/** A key while a cell is open. True when it meant something to the grid. */
function whileOpen(event: KeyboardEvent, { deeds, page }: KeyContext, text: string): boolean {
  const { cursor, extent } = deeds;
  const { at, editing } = cursor.state();
  const done = (to: Spot | undefined): boolean => {
    deeds.commit(text);
    if (to) cursor.go(to);
    return to !== undefined;
  };
  switch (event.key) {
    case 'Escape':
      cursor.close();
      return true;
    case 'Enter':
      return done(moved(extent, at, event.shiftKey ? 'ArrowUp' : 'ArrowDown', false, page));
    case 'Tab':
      return done(tabbed(extent, at, event.shiftKey ? -1 : 1));
    case 'ArrowUp':
    case 'ArrowDown':
    case 'ArrowLeft':
    case 'ArrowRight':
      // Opened by typing, the arrows go on to the next cell; opened to be edited, they move in the text.
      return editing?.by === 'typing' && done(moved(extent, at, event.key, false, page));
    default:
      return false;
  }
}

/** Keys with Ctrl or Command. */
function withControl(event: KeyboardEvent, { deeds, onSave }: KeyContext): boolean {
  const { cursor, extent } = deeds;
  switch (event.key.toLowerCase()) {
    case 'z':
      if (event.shiftKey) deeds.redo();
      else deeds.undo();
      return true;
    case 'y':
      deeds.redo();
      return true;
    case 'd':
      deeds.fill('down');
      return true;
    case 'r':
      // Reloading stays the browser's where there is nothing to fill.
      if (!cursor.state().anchor) return false;
      deeds.fill('right');
      return true;
    case 'a':
      cursor.select({ row: extent.rows - 1, column: extent.columns - 1 }, { row: 0, column: 0 });
      return true;
    case 's':
      onSave();
      return true;
    default:
      return false;
  }
}

/** A key on a closed cell. */
function whileClosed(event: KeyboardEvent, context: KeyContext): boolean {
  const { deeds, page, onLeave } = context;
  const { cursor, extent } = deeds;
  const { at } = cursor.state();
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  const to = moved(extent, at, event.key, control, page);
  if (to) {
    if (event.shiftKey) cursor.extend({ ...to, column: Math.max(to.column, 0) });
    else cursor.go(to);
    return true;
  }
  if (control && withControl(event, context)) return true;
  if (event.key === 'Tab') {
    const next = tabbed(extent, at, event.shiftKey ? -1 : 1);
    if (next) cursor.go(next);
    return next !== undefined;
  }
  if (event.key === 'Escape') {
    if (cursor.state().anchor) cursor.go(at);
    else onLeave();
    return true;
  }
  // The provider's own cell is a button: Enter and the space bar are the button's.
  if (at.column < 0) return false;
  if (event.key === 'Enter') {
    cursor.go(moved(extent, at, event.shiftKey ? 'ArrowUp' : 'ArrowDown', false, page) ?? at);
  } else if (event.key === 'F2') cursor.open(deeds.text(at), 'opening');
  else if (event.key === 'Delete' || event.key === 'Backspace') deeds.clear();
  else if (isTyped(event)) cursor.open(event.key, 'typing');
  else return false;
  return true;
}

/** @param text what stands in the open cell */
export function onGridKey(event: KeyboardEvent, context: KeyContext, text: string): void {
  // A key that composes a letter belongs to the input method.
  if (event.nativeEvent.isComposing) return;
  const meant = context.deeds.cursor.state().editing ? whileOpen(event, context, text) : whileClosed(event, context);
  if (meant) event.preventDefault();
}

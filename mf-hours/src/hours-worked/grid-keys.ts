/** The keyboard of the hours-worked grid: the shared keys on a closed cell, and those of the open cell. */
import type { KeyboardEvent } from 'react';
import type { GridCommands } from './grid-commands';
import { onClosedCellKey } from '../grid/grid-keys';
import { type CellRef, cellAfterKey, cellAfterTab } from '../grid/selection';

export interface KeyContext {
  commands: GridCommands;
  /** Rows per screen. */
  page: number;
  onSave: () => void;
  /** Focuses the grid itself, so that Tab leaves it. */
  onLeave: () => void;
}

/** Handles a key while a cell is open. True if the grid handled it. */
function whileOpen(event: KeyboardEvent, { commands, page, onSave }: KeyContext, text: string): boolean {
  const { cursor, extent } = commands;
  const { at, editing } = cursor.state();
  const done = (to: CellRef | undefined): boolean => {
    commands.commit(text);
    if (to) cursor.go(to);
    return to !== undefined;
  };
  switch (event.key) {
    case 'Escape':
      commands.cancel();
      return true;
    case 's':
    case 'S':
      if (!(event.ctrlKey || event.metaKey)) return false;
      commands.commit(text);
      onSave();
      return true;
    case 'Enter':
      return done(cellAfterKey(extent, at, event.shiftKey ? 'ArrowUp' : 'ArrowDown', false, page));
    case 'Tab':
      return done(cellAfterTab(extent, at, event.shiftKey ? -1 : 1));
    case 'ArrowUp':
    case 'ArrowDown':
    case 'ArrowLeft':
    case 'ArrowRight':
      // In a cell opened by typing, arrow keys move to the next cell. In a cell opened for editing, they move in the
      // text.
      return editing?.by === 'typing' && done(cellAfterKey(extent, at, event.key, false, page));
    default:
      return false;
  }
}

/** Handles a key on a closed cell. */
function whileClosed(event: KeyboardEvent, { commands, page, onSave, onLeave }: KeyContext): boolean {
  const { cursor, extent } = commands;
  return onClosedCellKey(event, {
    cursor,
    extent,
    page,
    enter: 'moves',
    tabs: true,
    undo: () => commands.undo(),
    redo: () => commands.redo(),
    fill: (direction) => commands.fill(direction),
    clear: () => commands.clear(),
    open: (at, typed) => {
      commands.open(at, typed);
      return true;
    },
    onSave,
    onLeave,
  });
}

/** @param text content of the open cell */
export function onGridKey(event: KeyboardEvent, context: KeyContext, text: string): void {
  // A key that composes a character belongs to the input method.
  if (event.nativeEvent.isComposing) return;
  const meant = context.commands.cursor.state().editing ? whileOpen(event, context, text) : whileClosed(event, context);
  if (meant) event.preventDefault();
}

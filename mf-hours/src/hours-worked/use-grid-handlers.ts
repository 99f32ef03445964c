/** The keyboard, pointer and clipboard of the grid. */
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useState,
  useSyncExternalStore,
} from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CellRef } from '../grid/selection';
import { figures } from './cells';
import type { GridCommands } from './grid-commands';
import { onGridKey } from './grid-keys';
import type { FocusTrigger } from './use-cursor-focus';
import { cellRefAt, usePointer } from './use-pointer';

export interface GridHandlersOptions {
  commands: GridCommands;
  frame: RefObject<HTMLElement | null>;
  focus: RefObject<FocusTrigger>;
  /** Rows per screen. */
  page: number;
  onSave: () => void;
  /** Called for Tab on the grid itself, after Escape. */
  onTabOut: () => void;
}

export function useGridHandlers({ commands, frame, focus, page, onSave, onTabOut }: GridHandlersOptions) {
  const { cursor } = commands;
  const { at, editing } = useSyncExternalStore(cursor.subscribe, cursor.state);
  const [hovered] = useState((): StoreApi<CellRef | null> => createStore(() => null));
  const [focused] = useState((): StoreApi<CellRef | null> => createStore(() => null));
  const openText = (): string => frame.current?.querySelector<HTMLInputElement>('[data-editor]')?.value ?? '';
  const pointer = usePointer(commands, openText, hovered, focus);
  const onLeave = (): void => frame.current?.focus({ preventScroll: true });

  const copy = (event: ClipboardEvent): boolean => {
    if (editing || at.column < 0) return false;
    event.clipboardData.setData('text/plain', commands.copy());
    event.preventDefault();
    return true;
  };

  const handlers = {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void {
      if (event.key === 'Tab' && event.target === event.currentTarget) {
        if (!event.shiftKey) onTabOut();
        return;
      }
      // During keyboard use, the hint belongs to the cursor's cell, not to the hovered cell.
      if (hovered.getState()) hovered.setState(null);
      const wasOpen = cursor.state().editing !== null;
      onGridKey(event, { commands, page, onSave, onLeave }, openText());
      // The focused input disappears with the open cell. A press that didn't move the cursor ends here.
      focus.current = wasOpen && !cursor.state().editing ? 'key' : null;
    },
    onFocus({ target }: FocusEvent<HTMLElement>): void {
      const cellRef = cellRefAt(target);
      focused.setState(cellRef ?? null, true);
      // A screen reader may focus any cell.
      if (cellRef && !editing && !isSame(cellRef, at)) cursor.go(cellRef);
    },
    onBlur({ target }: FocusEvent<HTMLElement>): void {
      focused.setState(null);
      if (target instanceof HTMLInputElement) commands.commit(target.value);
    },
    onCopy(event: ClipboardEvent): void {
      copy(event);
    },
    onCut(event: ClipboardEvent): void {
      if (copy(event)) commands.clear();
    },
    onPaste(event: ClipboardEvent): void {
      if (editing || at.column < 0) return;
      event.preventDefault();
      commands.paste(event.clipboardData.getData('text/plain'));
    },
    ...pointer,
  };
  return { handlers, hovered, focused };
}

/** The provider's header cell spans both of its rows. */
const isSame = (cellRef: CellRef, { row, column }: CellRef): boolean =>
  cellRef.column === column && cellRef.row === (column < 0 ? row - (row % figures.length) : row);

import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { figures } from './cells';
import type { GridCommands } from './grid-commands';

/** What gives the focus to the cursor's cell after the next render; null if nothing does. */
export type NextFocus = 'by key' | 'by press' | null;

/** Moves the focus with the cursor, and scrolls its cell out from under the sticky parts. */
export function useCursorFocus(
  frame: RefObject<HTMLElement | null>,
  { cursor, focusRequests }: GridCommands,
  focus: RefObject<NextFocus>,
): void {
  const { at, editing } = useSyncExternalStore(cursor.subscribe, cursor.state);
  const visits = useSyncExternalStore(focusRequests.subscribe, focusRequests.getState);
  const visited = useRef(visits);
  useLayoutEffect(() => {
    const element = frame.current;
    if (
      !element ||
      editing ||
      !(focus.current || visited.current !== visits || element.contains(document.activeElement))
    )
      return;
    // A pressed cell stays under the pointer, or the second press of a double click would meet another one.
    const isPressed = focus.current === 'by press';
    focus.current = null;
    visited.current = visits;
    const row = at.column < 0 ? at.row - (at.row % figures.length) : at.row;
    const cell = element.querySelector<HTMLElement>(`[data-cell="${row}:${at.column}"]`);
    cell?.focus({ preventScroll: true });
    // Scrolls both the grid and the page, by the cell's scroll margins.
    if (!isPressed && element.clientHeight > 0) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [frame, focus, at, editing, visits]);
}

import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { figures } from './cells';
import type { GridCommands } from './grid-commands';

/** The input that moved the cursor. The cursor's cell takes the focus after the next render; null for none. */
export type FocusTrigger = 'key' | 'pointer' | null;

/** Moves the focus with the cursor and scrolls its cell out from under the sticky parts. */
export function useCursorFocus(
  frame: RefObject<HTMLElement | null>,
  { cursor, focusRequests }: GridCommands,
  focus: RefObject<FocusTrigger>,
): void {
  const { at, editing } = useSyncExternalStore(cursor.subscribe, cursor.state);
  const requestCount = useSyncExternalStore(focusRequests.subscribe, focusRequests.getState);
  const handledRequestCount = useRef(requestCount);
  useLayoutEffect(() => {
    const element = frame.current;
    if (
      !element ||
      editing ||
      !(focus.current || handledRequestCount.current !== requestCount || element.contains(document.activeElement))
    )
      return;
    // A pressed cell stays under the pointer. Otherwise the second press of a double-click would hit another cell.
    const isPressed = focus.current === 'pointer';
    focus.current = null;
    handledRequestCount.current = requestCount;
    const row = at.column < 0 ? at.row - (at.row % figures.length) : at.row;
    const cell = element.querySelector<HTMLElement>(`[data-cell="${row}:${at.column}"]`);
    cell?.focus({ preventScroll: true });
    // Scrolls both the grid and the page, by the cell's scroll margins.
    if (!isPressed && element.clientHeight > 0) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [frame, focus, at, editing, requestCount]);
}

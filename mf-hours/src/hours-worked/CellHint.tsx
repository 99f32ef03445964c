import { color, radius, styled } from 'shared-ui';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { GridCommands } from './grid-commands';
import { type CellRef, isSameCell } from '../grid/selection';

const Words = styled('div')({
  position: 'fixed',
  zIndex: 1400,
  top: 0,
  left: 0,
  width: 'max-content',
  maxWidth: 260,
  padding: '6px 8px',
  border: `1px solid ${color.inverseControlLine}`,
  borderRadius: radius.small,
  backgroundColor: color.inverse,
  color: color.onInverse,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 500,
  pointerEvents: 'none',
});

/** Minimum distance in pixels from the hint to the cell, and to the edges of the window. */
const GAP = 4;
const EDGE = 8;

export interface CellHintProps {
  commands: GridCommands;
  frame: RefObject<HTMLElement | null>;
  hovered: StoreApi<CellRef | null>;
  focused: StoreApi<CellRef | null>;
}

/**
 * Shows the original of a modified cell, or the cell's problem, on hover and focus; while typing, how `8:30` is
 * interpreted. Screen readers get the same text in the cell's accessible name. Escape hides the hint.
 */
export function CellHint({ commands, frame, hovered, focused }: CellHintProps): ReactNode {
  const { store, cursor } = commands;
  const under = useSyncExternalStore(hovered.subscribe, hovered.getState);
  const on = useSyncExternalStore(focused.subscribe, focused.getState);
  const { at, editing } = useSyncExternalStore(cursor.subscribe, cursor.state);
  useSyncExternalStore(store.subscribe, store.status);
  const [away, setAway] = useState<CellRef | null>(null);
  const [, moveAgain] = useReducer((turn: number) => turn + 1, 0);
  const box = useRef<HTMLDivElement>(null);

  // The focus follows the cursor. Until it arrives, the previous cell shows no hint.
  const isLeft = on !== null && on.column >= 0 && !isSameCell(on, at);
  const pointed = under ?? (isLeft ? null : on);
  const typed = editing ? commands.typingHints() : [];
  const cellRef = typed.length > 0 ? at : pointed;
  const lines = editing || !cellRef || cellRef.column < 0 ? typed : commands.hints(cellRef);
  const shown = lines.length > 0 && away !== cellRef;

  useLayoutEffect(() => {
    const words = box.current;
    const cell = cellRef && frame.current?.querySelector(`[data-cell="${cellRef.row}:${cellRef.column}"]`);
    if (!words || !cell) return;
    const { top, right, bottom } = cell.getBoundingClientRect();
    const { width, height } = words.getBoundingClientRect();
    const x = Math.min(Math.max(right - width, EDGE), innerWidth - width - EDGE);
    const y = top - height - GAP < EDGE ? bottom + GAP : top - height - GAP;
    words.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  });

  useEffect(() => {
    if (!shown) return undefined;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setAway(cellRef);
    };
    document.addEventListener('keydown', onKey, true);
    addEventListener('scroll', moveAgain, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      removeEventListener('scroll', moveAgain, true);
    };
  }, [shown, cellRef]);

  if (!shown) return null;
  return (
    <Words ref={box} aria-hidden data-hint="">
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Words>
  );
}

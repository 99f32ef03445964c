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
import type { GridDeeds } from './grid-deeds';
import type { Spot } from './selection';
import type { Signal } from './signal';

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

/** Pixels between the words and the cell, and the edges of the window. */
const GAP = 4;
const EDGE = 8;

export interface CellHintProps {
  deeds: GridDeeds;
  frame: RefObject<HTMLElement | null>;
  hovered: Signal<Spot | null>;
  focused: Signal<Spot | null>;
}

/**
 * The original of a modified cell, or what is wrong with it, on hover and focus. Screen readers have the same words in the
 * cell's own name. Escape puts it away.
 */
export function CellHint({ deeds, frame, hovered, focused }: CellHintProps): ReactNode {
  const { store, cursor } = deeds;
  const under = useSyncExternalStore(hovered.subscribe, hovered.get);
  const on = useSyncExternalStore(focused.subscribe, focused.get);
  const editing = useSyncExternalStore(cursor.subscribe, () => cursor.state().editing !== null);
  useSyncExternalStore(store.subscribe, store.status);
  const [away, setAway] = useState<Spot | null>(null);
  const [, moveAgain] = useReducer((turn: number) => turn + 1, 0);
  const box = useRef<HTMLDivElement>(null);

  const spot = under ?? on;
  const lines = !spot || editing || spot.column < 0 ? [] : deeds.hints(spot);
  const shown = lines.length > 0 && away !== spot;

  useLayoutEffect(() => {
    const words = box.current;
    const cell = spot && frame.current?.querySelector(`[data-spot="${spot.row}:${spot.column}"]`);
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
      if (key === 'Escape') setAway(spot);
    };
    document.addEventListener('keydown', onKey, true);
    addEventListener('scroll', moveAgain, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      removeEventListener('scroll', moveAgain, true);
    };
  }, [shown, spot]);

  if (!shown) return null;
  return (
    <Words ref={box} aria-hidden data-hint="">
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Words>
  );
}

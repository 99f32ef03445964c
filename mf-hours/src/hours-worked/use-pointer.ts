/** Mouse and touch in the grid: a press goes to a cell, dragging selects a block, a double press opens the cell. */
import { type PointerEvent, type RefObject, useRef } from 'react';
import type { GridDeeds } from './grid-deeds';
import type { Spot } from './selection';
import type { Signal } from './signal';

/** The cell, or the provider's own cell, that an event is in. */
export function spotAt(target: EventTarget): Spot | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-spot]') : null;
  const [row, column] = element?.dataset['spot']?.split(':').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

const same = (left: Spot, right: Spot): boolean => left.row === right.row && left.column === right.column;

export function usePointer(
  deeds: GridDeeds,
  openText: () => string,
  hovered: Signal<Spot | null>,
  focus: RefObject<boolean>,
) {
  const drawing = useRef(false);
  const { cursor } = deeds;
  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      const spot = spotAt(event.target);
      if (!spot || event.button !== 0 || (event.target as Element).matches('[data-editor]')) return;
      if (cursor.state().editing) deeds.commit(openText());
      hovered.set(null);
      focus.current = true;
      if (spot.column < 0) return;
      if (event.shiftKey) cursor.extend(spot);
      // Fingers have no double press of their own: the second one opens.
      else if (event.pointerType === 'touch' && same(cursor.state().at, spot)) cursor.open(deeds.text(spot), 'opening');
      else cursor.go(spot);
      drawing.current = event.pointerType !== 'touch';
      // The browser would put the focus on what was pressed, which the cell does by itself.
      event.preventDefault();
    },
    onPointerOver(event: PointerEvent<HTMLElement>): void {
      const spot = spotAt(event.target);
      const before = hovered.get();
      const moved = spot && before ? !same(spot, before) : spot !== undefined || before !== null;
      if (event.pointerType !== 'touch' && moved) hovered.set(spot ?? null);
      if (!drawing.current) return;
      if ((event.buttons & 1) === 0) drawing.current = false;
      else if (spot && spot.column >= 0 && !same(cursor.state().at, spot)) cursor.extend(spot);
    },
    onPointerUp(): void {
      drawing.current = false;
    },
    onPointerLeave(): void {
      hovered.set(null);
    },
    onDoubleClick(event: { target: EventTarget }): void {
      const spot = spotAt(event.target);
      if (spot && spot.column >= 0 && !cursor.state().editing) cursor.open(deeds.text(spot), 'opening');
    },
  };
}

/** The state of the open day: its text, actions, keys and focus. */
import { type Day, type TimeKey, type TimePart, timeParts } from 'shared-api/contracts';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Editing, Field } from './cursor';
import type { GridActions } from './grid-actions';
import type { Row } from './rows';
import { parseDay } from './typed-times';

/** The text of a field during typing. After blur, the field shows the parsed time. */
interface Typing {
  part: TimePart;
  text: string;
}

/** The state of a day while it is open. */
interface Visit {
  id: number;
  day: Day;
  opened: Partial<Record<TimeKey, string>>;
  typing: Typing | null;
}

const visitOf = (row: Row, { id, day, part, typed }: Editing): Visit => ({
  id,
  day,
  opened: timesOf(row, day),
  typing: typed === undefined ? null : { part, text: typed },
});

/** Actions on the open day. */
export interface OpenDayActions {
  setLunch: (minutes: number) => void;
  startOwnHours: () => void;
  clear: () => void;
  copy: () => void;
  revert: () => void;
  /** Closes the editor like Escape, but keeps the input. */
  close: () => void;
}

/** The same actions for every day, so that the buttons don't rerender when Tab opens the next day. */
export function useOpenDayActions(grid: GridActions, id: number, day: Day): OpenDayActions {
  const at = useRef({ id, day });
  useLayoutEffect(() => {
    at.current = { id, day };
  }, [id, day]);
  return useMemo(
    () => ({
      setLunch: (minutes) => grid.setLunch(at.current.id, at.current.day, minutes),
      startOwnHours: () => grid.dispatch({ type: 'follow', id: at.current.id, on: false }),
      clear: () => grid.clear(at.current.id, at.current.day),
      copy: () => grid.copyDay(at.current.id, at.current.day),
      revert: () => grid.dispatch({ type: 'revert', units: [{ id: at.current.id, unit: at.current.day }] }),
      close: () => grid.close({ id: at.current.id, column: at.current.day }),
    }),
    [grid],
  );
}

/** The day's times when it was opened, which Escape restores. */
function timesOf(row: Row, day: Day): Partial<Record<TimeKey, string>> {
  return Object.fromEntries(timeParts.map((part) => [`${day}_${part}`, row[`${day}_${part}`]]));
}

export interface OpenDay extends Pick<Visit, 'opened' | 'typing'> {
  setTyping: (next: Typing | null) => void;
}

/** The fields stay mounted when the next day opens, because mounting them costs more than the rest of the keystroke. */
export function useOpenDay(row: Row, editing: Editing): OpenDay {
  const { id, day } = editing;
  const [visit, setVisit] = useState(() => visitOf(row, editing));
  const isOtherDay = visit.id !== id || visit.day !== day;
  const { opened, typing } = isOtherDay ? visitOf(row, editing) : visit;
  if (isOtherDay) setVisit(visitOf(row, editing));
  const setTyping = useCallback(
    (next: Typing | null) => setVisit((now) => (now.typing === next ? now : { ...now, typing: next })),
    [],
  );
  return { opened, typing, setTyping };
}

/** Focuses the requested field, or a button if the day has no editable fields. */
export function useFieldFocus(
  box: RefObject<HTMLElement | null>,
  cell: () => HTMLElement | null,
  { part: wanted, typed }: Editing,
  following: boolean,
): void {
  useEffect(() => {
    // Focuses the cell first, because the grid then scrolls to it. The grid doesn't scroll for the editor, which floats
    // above it.
    const anchor = cell();
    if (!box.current?.contains(document.activeElement)) anchor?.focus();
    else if (anchor && anchor.clientHeight > 0) anchor.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [box, cell]);
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) cell()?.focus();
    const field = box.current?.querySelector<HTMLInputElement>(`input[data-part=${wanted}]:enabled`);
    const target = field ?? box.current?.querySelector<HTMLElement>('button');
    target?.focus({ preventScroll: true });
    if (typed === undefined) field?.select();
  }, [box, wanted, typed, following, cell]);
}

/** The keys of the open day, which is in `currentTarget`. */
export function onOpenDayKey(
  event: KeyboardEvent<HTMLElement>,
  { id, day }: Pick<Editing, 'id' | 'day'>,
  { opened, typing, setTyping }: OpenDay,
  grid: GridActions,
): void {
  const cursor = { id, column: day };
  if (event.key === 'Escape') {
    event.preventDefault();
    grid.dispatch({ type: 'times', id, day, times: opened });
    grid.close(cursor);
    return;
  }
  if (!(event.target instanceof HTMLInputElement)) return;
  const from: Field = { id, day, part: event.target.dataset['part'] as TimePart };
  const step = event.shiftKey ? -1 : 1;
  if (event.key === 'Tab') {
    // A whole day typed into its first field is complete, so Tab moves to the next day.
    const complete = step === 1 && typing?.part === 'beg' && parseDay(typing.text, day) !== undefined;
    // Cleared here instead of on blur, so that both fields update in one render.
    setTyping(null);
    if (grid.tab(complete ? { ...from, part: 'l_end' } : from, step)) event.preventDefault();
    else grid.close(cursor);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    grid.commit(from, step);
  } else if (event.key === 'ArrowDown' && event.altKey) {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('button')?.focus();
  } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.altKey) {
    event.preventDefault();
    grid.focusAdjacentRow(from, event.key === 'ArrowDown' ? 1 : -1);
  }
}

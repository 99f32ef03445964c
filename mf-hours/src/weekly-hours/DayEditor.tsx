import { type Day, hoursMessages, type TimeKey, type TimePart, timeParts } from 'shared-api/contracts';
import { color, radius, styled, touchQuery, useMedia } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { messages } from '../messages';
import { isChanged } from './changes';
import type { Editing, Field } from './cursor';
import type { GridActions } from './grid-actions';
import { LunchLengths } from './LunchLengths';
import { nameOf } from './names';
import { problemsOfRow, type ServerProblem } from './problems';
import { followsOffice, isOffice, type Row } from './rows';
import { differingParts } from './summary';
import { TimeField } from './TimeField';
import { parseDay } from './typed-times';
import { useAfterPaint } from '../grid/use-after-paint';
import { useAnchoredPosition } from './use-anchored-position';

const Box = styled('div')({
  position: 'fixed',
  zIndex: 30,
  width: 264,
  padding: 12,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  color: color.ink,
  boxShadow: color.shadow,
  cursor: 'default',
  // A transition would repaint a button for several frames after a keystroke.
  button: { transition: 'none' },
  // On a phone, below the day that it is for.
  '&[data-inline]': {
    position: 'static',
    width: 'auto',
    padding: '4px 12px 12px',
    border: 0,
    borderRadius: 0,
    backgroundColor: 'transparent',
    boxShadow: 'none',
    'button, input': { minHeight: 44 },
  },
});

const Fields = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '8px 12px' });

const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  marginTop: 12,
  button: { padding: '5px 8px', fontSize: 12, flex: 1 },
});

export interface DayEditorProps {
  row: Row;
  /** The row as loaded. */
  before: Row;
  office: Row;
  refusals: readonly ServerProblem[];
  editing: Editing;
  grid: GridActions;
  /** True if it stands below its day instead of floating next to it. */
  inline?: boolean;
}

const noAnchor = (): null => null;

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

/** Actions on the day that is open. */
interface OpenDayActions {
  setLunch: (minutes: number) => void;
  startOwnHours: () => void;
  clear: () => void;
  copy: () => void;
  revert: () => void;
  /** Closes the editor, as Escape does, but keeps what was entered. */
  close: () => void;
}

/** The same actions for every day, so that the buttons don't rerender when Tab opens the next day. */
function useOpenDayActions(grid: GridActions, id: number, day: Day): OpenDayActions {
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

/** The times of the day when it was opened, which Escape restores. */
function timesOf(row: Row, day: Day): Partial<Record<TimeKey, string>> {
  return Object.fromEntries(timeParts.map((part) => [`${day}_${part}`, row[`${day}_${part}`]]));
}

/**
 * The editor of the open day: its four times, the lengths of lunch, and actions for the whole day. It is positioned at
 * its cell but rendered outside of it, because all content of a cell becomes part of the cell's accessible name.
 */
export function DayEditor({ row, before, office, refusals, editing, grid, inline = false }: DayEditorProps): ReactNode {
  const { id, day } = editing;
  const name = nameOf(row);
  const following = followsOffice(row);
  const differing = differingParts(row, office, day);
  const problems = problemsOfRow(row, refusals);
  const cell = useCallback(() => grid.cellAt({ id, column: day }), [grid, id, day]);
  const box = useRef<HTMLDivElement>(null);
  const [visit, setVisit] = useState(() => visitOf(row, editing));
  // The fields stay mounted when the next day opens, because mounting them costs more than the rest of the keystroke.
  const isOtherDay = visit.id !== id || visit.day !== day;
  const { opened, typing } = isOtherDay ? visitOf(row, editing) : visit;
  if (isOtherDay) setVisit(visitOf(row, editing));
  const setTyping = useCallback(
    (next: Typing | null) => setVisit((now) => (now.typing === next ? now : { ...now, typing: next })),
    [],
  );
  // The rest of the grid shows the time one frame later, so that the typed character never waits for it.
  const afterPaint = useAfterPaint();
  const onText = useCallback(
    (part: TimePart, text: string) => {
      setTyping({ part, text });
      afterPaint.schedule(() => grid.dispatch({ type: 'typed', id, day, part, text }));
    },
    [setTyping, afterPaint, grid, id, day],
  );
  useAnchoredPosition(box, inline ? noAnchor : cell);
  const actions = useOpenDayActions(grid, id, day);

  const { part: wanted, typed } = editing;
  useEffect(() => {
    // Focuses the cell first, because the grid then scrolls to it. The grid doesn't scroll for the editor, which floats
    // above it.
    const anchor = cell();
    if (!box.current?.contains(document.activeElement)) anchor?.focus();
    else if (anchor && anchor.clientHeight > 0) anchor.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [cell]);
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) cell()?.focus();
    const field = box.current?.querySelector<HTMLInputElement>(`input[data-part=${wanted}]:enabled`);
    const target = field ?? box.current?.querySelector<HTMLElement>('button');
    target?.focus({ preventScroll: true });
    if (typed === undefined) field?.select();
  }, [wanted, typed, following, cell]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    afterPaint.flush();
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
      box.current?.querySelector<HTMLElement>('button')?.focus();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.altKey) {
      event.preventDefault();
      grid.focusAdjacentRow(from, event.key === 'ArrowDown' ? 1 : -1);
    }
  };

  const onBlur = (event: FocusEvent<HTMLElement>): void => {
    afterPaint.flush();
    setTyping(null);
    // The window lost the focus, not the field, so the day stays open.
    if (document.activeElement === event.target) return;
    if (!event.currentTarget.contains(event.relatedTarget)) grid.blur({ id, column: day });
  };

  const errorOf = (part: TimePart): string | undefined => {
    const found = problems.find(({ field }) => field === `${day}_${part}`)?.message;
    // An incomplete time is not an error during typing. The error shows after blur.
    return found === hoursMessages.notATime && typing?.part === part ? undefined : found;
  };

  return (
    <Box
      ref={box}
      role="group"
      aria-label={messages.weeklyHours.editor.label(name, day)}
      tabIndex={-1}
      data-inline={inline || undefined}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {following && (
        <Typography variant="body2" color="textSecondary" style={{ marginBottom: 8 }}>
          {messages.weeklyHours.editor.follows}
        </Typography>
      )}
      <Fields>
        {timeParts.map((part) => (
          <TimeField
            key={part}
            {...{ name, day, part, following, onText }}
            numberPad={inline}
            value={typing?.part === part ? typing.text : row[`${day}_${part}`]}
            typed={typing?.part === part}
            error={errorOf(part)}
            differs={differing.includes(part)}
            officeTime={isOffice(row) || following ? undefined : office[`${day}_${part}`]}
          />
        ))}
      </Fields>
      <LunchLengths {...{ row, day }} onLength={actions.setLunch} />
      <DayActions
        {...{ following, actions, inline }}
        revertLabel={isChanged(before, row, day) ? messages.weeklyHours.editor.revertOf(name, day) : null}
      />
    </Box>
  );
}

interface DayActionsProps {
  following: boolean;
  /** Within a list, whose page has Done. */
  inline: boolean;
  /** Null if the day has no unsaved changes. */
  revertLabel: string | null;
  actions: OpenDayActions;
}

/** Actions for the whole day. */
const DayActions = memo(function DayActions({ following, inline, revertLabel, actions }: DayActionsProps): ReactNode {
  // Fingers have no Enter next to the fields, and tap beside the editor only by chance.
  const hasTouch = useMedia(touchQuery);
  return (
    <Foot>
      {following ? (
        <Button onClick={actions.startOwnHours}>{messages.weeklyHours.editor.ownHours}</Button>
      ) : (
        <Button onClick={actions.clear}>{messages.weeklyHours.editor.clear}</Button>
      )}
      <Button disabled={following} onClick={actions.copy}>
        {messages.weeklyHours.editor.copy}
      </Button>
      {revertLabel !== null && (
        <Button aria-label={revertLabel} onClick={actions.revert}>
          {messages.weeklyHours.editor.revert}
        </Button>
      )}
      {hasTouch && !inline && <Button onClick={actions.close}>{messages.weeklyHours.editor.done}</Button>}
    </Foot>
  );
});

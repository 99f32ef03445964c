import { hoursMessages, type TimePart, timeParts } from 'shared-api/contracts';
import { color, radius, styled, touchQuery, useMedia } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { type FocusEvent, memo, type ReactNode, useCallback, useRef } from 'react';
import { messages } from '../messages';
import { isChanged } from './changes';
import type { Editing } from './cursor';
import type { GridActions } from './grid-actions';
import { LunchLengths } from './LunchLengths';
import { nameOf } from './names';
import { problemsOfRow, type ServerProblem } from './problems';
import { followsOffice, isOffice, type Row } from './rows';
import { differingParts } from './summary';
import { TimeField } from './TimeField';
import { useAfterPaint } from '../grid/use-after-paint';
import { useAnchoredPosition } from './use-anchored-position';
import { onOpenDayKey, type OpenDayActions, useFieldFocus, useOpenDay, useOpenDayActions } from './use-open-day';

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
  // On a phone, below its day.
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
  /** True if it is below its day instead of floating next to it. */
  inline?: boolean;
}

const noAnchor = (): null => null;

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
  const openDay = useOpenDay(row, editing);
  const { typing, setTyping } = openDay;
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

  useFieldFocus(box, cell, editing, following);

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
      onKeyDown={(event) => {
        afterPaint.flush();
        onOpenDayKey(event, editing, openDay, grid);
      }}
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
  /** Within a list, whose page has the Done button. */
  inline: boolean;
  /** Null if the day has no unsaved changes. */
  revertLabel: string | null;
  actions: OpenDayActions;
}

/** Actions for the whole day. */
const DayActions = memo(function DayActions({ following, inline, revertLabel, actions }: DayActionsProps): ReactNode {
  // Touch users have no Enter key next to the fields, and rarely tap outside the editor.
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

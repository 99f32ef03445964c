import { type Day, lunchDurations } from 'shared-api/contracts';
import { color, forcedOutline, styled } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { memo, type ReactNode } from 'react';
import { messages } from '../messages';
import { followsOffice, type Row } from './rows';
import { lunchEndAfter, lunchLength } from './typed-times';

const text = messages.weeklyHours.editor;

const Root = styled('div')({ marginTop: 10 });

const Lengths = styled('div')({
  display: 'flex',
  gap: 4,
  marginTop: 4,
  button: { flex: 1, minWidth: 0, padding: '2px 0', fontWeight: 550 },
  'button[aria-pressed=true]': {
    color: color.primary,
    backgroundColor: color.primaryTint,
    borderColor: color.primary,
    ...forcedOutline,
  },
});

interface LunchLengthsProps {
  row: Row;
  day: Day;
  /** The same function for every day, so that the buttons don't rerender when another day opens. */
  onLength: (minutes: number) => void;
}

/**
 * Sets the end of lunch from its start: 30, 45, 60, 75 or 90 minutes (specification: settings and hours, 5.2 and 9).
 */
export function LunchLengths({ row, day, onLength }: LunchLengthsProps): ReactNode {
  const length = lunchLength(row, day);
  return (
    <Root>
      <Typography variant="body2" color="textTertiary">
        {text.lunchLength}
      </Typography>
      <Lengths role="group" aria-label={text.lunchLength}>
        {lunchDurations.map((minutes) => (
          <LengthButton
            key={minutes}
            {...{ minutes, onLength }}
            pressed={length === minutes}
            why={
              followsOffice(row)
                ? text.follows
                : lunchEndAfter(row, day, minutes) === undefined
                  ? text.lunchStartFirst
                  : undefined
            }
          />
        ))}
      </Lengths>
    </Root>
  );
}

interface LengthButtonProps {
  minutes: number;
  pressed: boolean;
  why: string | undefined;
  onLength: (minutes: number) => void;
}

/**
 * One length. Rerenders only when it is pressed, released, enabled or disabled, because five buttons per keystroke are
 * too slow.
 */
const LengthButton = memo(function LengthButton(props: LengthButtonProps): ReactNode {
  const { minutes, pressed, why, onLength } = props;
  return (
    <Button aria-label={text.minutes(minutes)} aria-pressed={pressed} reason={why} onClick={() => onLength(minutes)}>
      {minutes}
    </Button>
  );
});

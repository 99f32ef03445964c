import { type Day, lunchDurations } from 'shared-api/contracts';
import { Button, color, styled, Text } from 'shared-ui';
import { memo, type ReactNode } from 'react';
import { messages } from '../messages';
import type { GridActions } from './grid-actions';
import { follows, type Row } from './rows';
import { lunchEndAfter, lunchLength } from './typed-times';

const words = messages.weeklyHours.editor;

const Root = styled('div')({ marginTop: 10 });

const Lengths = styled('div')({
  display: 'flex',
  gap: 4,
  marginTop: 4,
  button: { flex: 1, minWidth: 0, padding: '2px 0', fontWeight: 550 },
  'button[aria-pressed=true]': { color: color.primary, backgroundColor: color.primaryTint, borderColor: color.primary },
});

interface LunchLengthsProps {
  row: Row;
  day: Day;
  dispatch: GridActions['dispatch'];
}

/** Of a row only its lunch on this day matters here. */
const isSameLunch = (before: LunchLengthsProps, now: LunchLengthsProps): boolean =>
  before.day === now.day &&
  before.dispatch === now.dispatch &&
  before.row.provider_id === now.row.provider_id &&
  follows(before.row) === follows(now.row) &&
  before.row[`${now.day}_l_beg`] === now.row[`${now.day}_l_beg`] &&
  before.row[`${now.day}_l_end`] === now.row[`${now.day}_l_end`];

/** Sets the end of lunch from its start: 30, 45, 60, 75 or 90 minutes (specification: settings and hours, 5.2 and 9). */
export const LunchLengths = memo(function LunchLengths({ row, day, dispatch }: LunchLengthsProps): ReactNode {
  const length = lunchLength(row, day);
  return (
    <Root>
      <Text variant="secondary" tone="third">
        {words.lunchLength}
      </Text>
      <Lengths role="group" aria-label={words.lunchLength}>
        {lunchDurations.map((minutes) => {
          const end = lunchEndAfter(row, day, minutes);
          const why = follows(row) ? words.follows : end === undefined ? words.lunchStartFirst : undefined;
          return (
            <Button
              key={minutes}
              aria-label={words.minutes(minutes)}
              aria-pressed={length === minutes}
              why={why}
              onClick={() =>
                dispatch({ type: 'times', id: row.provider_id, day, times: { [`${day}_l_end`]: end ?? '' } })
              }
            >
              {minutes}
            </Button>
          );
        })}
      </Lengths>
    </Root>
  );
}, isSameLunch);

import { hoursText } from 'shared-api/contracts';
import { Button, color, formatInstant, Notice, Stack, styled, Text } from 'shared-ui';
import { type Dispatch, type ReactNode, type RefObject, useEffect } from 'react';
import { messages } from '../messages';
import { hasHours, hasLunch, textsOf } from './day-text';
import type { Action, Meeting } from './draft';
import type { Clash } from './merge';
import { nameOf } from './names';
import { follows, isOffice, type Row, type Unit } from './rows';
import { minutesOf } from './summary';

const words = messages.weeklyHours.meeting;
const { grid, days } = messages.weeklyHours;

const Scroll = styled('div')({ overflowX: 'auto', marginTop: 8 });

const Table = styled('table')({
  width: '100%',
  minWidth: 560,
  borderCollapse: 'collapse',
  fontSize: 13,
  lineHeight: '18px',
  'th, td': { padding: '6px 12px 6px 0', textAlign: 'left', verticalAlign: 'top', fontWeight: 400 },
  'thead th': { fontSize: 12, fontWeight: 550, color: color.inkSecond },
  'tbody tr': { borderTop: `1px solid ${color.attentionLine}` },
  'tbody th': { fontWeight: 600, whiteSpace: 'nowrap' },
});

const Version = styled('label')({ display: 'flex', alignItems: 'flex-start', gap: 8, cursor: 'pointer' });

const Radio = styled('input')({ flex: 'none', width: 16, height: 16, margin: '1px 0', accentColor: color.primaryFill });

export function unitName(unit: Unit): string {
  return unit === 'hours-of' ? words.hoursOf : days[unit];
}

/** One side of a clash in words, in full: here the two versions are compared. */
export function versionText(row: Row, unit: Unit): string {
  if (follows(row)) return words.usesOffice;
  if (unit === 'hours-of') return words.ownWeek(hoursText(minutesOf(row).week));
  const texts = textsOf(row, unit);
  if (!hasHours(texts)) return isOffice(row) ? grid.closed : grid.off;
  const lunch = hasLunch(texts) ? grid.lunchHours(texts.l_beg, texts.l_end) : grid.noLunch;
  return `${grid.hours(texts.beg, texts.end)}, ${lunch}`;
}

/** Someone else saved meanwhile: what came of it, and both versions of every place that the two sides changed. */
export function MeetingPanel({
  meeting,
  timeZone,
  dispatch,
  ref,
}: {
  meeting: Meeting;
  timeZone: string;
  dispatch: Dispatch<Action>;
  ref: RefObject<HTMLDivElement | null>;
}): ReactNode {
  const { by, clashes, taken, gone } = meeting;
  const open = clashes.filter(({ choice }) => choice === null).length;
  const facts = [
    words.kept,
    taken > 0 && words.taken(taken),
    gone.length > 0 && words.gone(gone.map(nameOf)),
    clashes.length === 0 ? by && words.saveAgain : open > 0 ? words.choose(open) : words.chosen,
  ];
  const choose = (side: 'mine' | 'theirs', places: readonly Clash[]): void =>
    dispatch({ type: 'choose', side, places });

  // It answers a save that was refused, or a refresh: the person goes on here.
  useEffect(() => ref.current?.focus(), [ref, by]);

  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label={words.group}>
      <Notice
        tone="attention"
        title={by ? words.saved(by.changed_by, formatInstant(by.changed_at, timeZone)) : words.changed}
      >
        {facts.filter(Boolean).join(' ')}
        {clashes.length > 0 && (
          <>
            <Scroll>
              <Table aria-label={words.table}>
                <thead>
                  <tr>
                    <th scope="col">{words.who}</th>
                    <th scope="col">{words.what}</th>
                    <th scope="col">{words.mine}</th>
                    <th scope="col">{words.theirs}</th>
                  </tr>
                </thead>
                <tbody>
                  {clashes.map((clash) => (
                    <Choice
                      key={`${clash.id} ${clash.unit}`}
                      clash={clash}
                      onChoose={(side) => choose(side, [clash])}
                    />
                  ))}
                </tbody>
              </Table>
            </Scroll>
            <Stack direction="row" gap={2} wrap style={{ marginTop: 8 }}>
              <Button onClick={() => choose('mine', clashes)}>{words.allMine}</Button>
              <Button onClick={() => choose('theirs', clashes)}>{words.allTheirs}</Button>
            </Stack>
          </>
        )}
      </Notice>
    </div>
  );
}

function Choice({ clash, onChoose }: { clash: Clash; onChoose: (side: 'mine' | 'theirs') => void }): ReactNode {
  const { id, unit, mine, theirs, choice } = clash;
  const name = nameOf(theirs);
  const what = unitName(unit);
  const sides = [
    { side: 'mine', row: mine, label: words.useMine(name, what) },
    { side: 'theirs', row: theirs, label: words.useTheirs(name, what) },
  ] as const;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{what}</td>
      {sides.map(({ side, row, label }) => (
        <td key={side}>
          <Version>
            <Radio
              type="radio"
              name={`${id} ${unit}`}
              aria-label={label}
              checked={choice === side}
              onChange={() => onChoose(side)}
            />
            <Text as="span" style={{ fontSize: 13 }}>
              {versionText(row, unit)}
            </Text>
          </Version>
        </td>
      ))}
    </tr>
  );
}

import type { PracticeSettings } from 'shared-api/contracts';
import { Button, color, formatInstant, Notice, Stack, styled, Text } from 'shared-ui';
import { type Dispatch, type ReactNode, type RefObject, useEffect } from 'react';
import { messages } from '../messages';
import type { Action, Meeting, Side } from './draft';
import type { Clash } from './merge';
import { valueText } from './value-text';

const words = messages.settings.meeting;
const labels = messages.settings.fields;

/** Where there is no room for three columns, the two versions stand under their setting; blocks lose the roles of a table. */
const Table = styled('table')({
  width: '100%',
  marginTop: 8,
  borderCollapse: 'collapse',
  fontSize: 13,
  lineHeight: '18px',
  'th, td': { padding: '6px 12px 6px 0', textAlign: 'left', verticalAlign: 'top', fontWeight: 400 },
  'thead th': { fontSize: 12, fontWeight: 550, color: color.inkSecond },
  'tbody tr': { borderTop: `1px solid ${color.attentionLine}` },
  'tbody th': { fontWeight: 600 },
  '@media (max-width: 559.95px)': {
    display: 'block',
    '& thead': { display: 'none' },
    '& tbody, & td, & tbody th': { display: 'block' },
    '& tbody tr': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '& tbody th': { gridColumn: '1 / -1', paddingBottom: 0 },
    '& td::before': {
      content: 'attr(data-label) / ""',
      display: 'block',
      fontSize: 12,
      lineHeight: '16px',
      fontWeight: 550,
      color: color.inkSecond,
    },
  },
});

const Version = styled('label')({ display: 'flex', alignItems: 'flex-start', gap: 8, cursor: 'pointer' });

const Radio = styled('input')({ flex: 'none', width: 16, height: 16, margin: '1px 0', accentColor: color.primaryFill });

export interface MeetingPanelProps {
  meeting: Meeting;
  settings: PracticeSettings;
  timeZone: string;
  dispatch: Dispatch<Action>;
  ref: RefObject<HTMLDivElement | null>;
}

/** Someone else saved meanwhile: what was taken over, and both versions of every field that the two sides changed. */
export function MeetingPanel({ meeting, settings, timeZone, dispatch, ref }: MeetingPanelProps): ReactNode {
  const { by, clashes, taken } = meeting;
  const open = clashes.filter(({ choice }) => choice === null).length;
  const when = (seconds: number): string => formatInstant(seconds, timeZone);
  const named = taken.map(({ path, who }) =>
    who ? words.byWhom(labels[path].label, who.changed_by, when(who.changed_at)) : labels[path].label,
  );
  const facts = [
    words.kept,
    taken.length > 0 && `${words.taken} ${messages.settings.and(named)}.`,
    clashes.length === 0 ? by && words.saveAgain : open > 0 ? words.choose(open) : words.chosen,
  ];
  const choose = (side: Side, of: readonly Clash[]): void =>
    dispatch({ type: 'choose', side, paths: of.map(({ path }) => path) });

  // It answers a save that was refused: the person goes on here.
  useEffect(() => {
    if (by) ref.current?.focus();
  }, [ref, by]);

  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label={words.group}>
      <Notice
        tone={clashes.length > 0 || by ? 'attention' : 'information'}
        title={by ? words.saved(by.changed_by, when(by.changed_at)) : words.changed}
        // A refused save brings the focus here, which reads it; what was found otherwise is announced.
        {...(!by && { live: 'polite' })}
        action={open === 0 && <Button onClick={() => dispatch({ type: 'dismiss' })}>{words.dismiss}</Button>}
      >
        {facts.filter(Boolean).join(' ')}
        {clashes.length > 0 && (
          <>
            <Table role="table" aria-label={words.table}>
              <thead role="rowgroup">
                <tr role="row">
                  {[words.what, words.mine, words.theirs].map((header) => (
                    <th key={header} role="columnheader" scope="col">
                      {header}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody role="rowgroup">
                {clashes.map((clash) => (
                  <Choice
                    key={clash.path}
                    {...{ clash, settings }}
                    theirWords={clash.who && `${clash.who.changed_by}, ${when(clash.who.changed_at)}`}
                    onChoose={(side) => choose(side, [clash])}
                  />
                ))}
              </tbody>
            </Table>
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

interface ChoiceProps {
  clash: Clash;
  settings: PracticeSettings;
  /** Who changed it on the other side, and when. */
  theirWords: string | null;
  onChoose: (side: Side) => void;
}

function Choice({ clash, settings, theirWords, onChoose }: ChoiceProps): ReactNode {
  const { path, mine, theirs, choice } = clash;
  const { label } = labels[path];
  const sides = [
    { side: 'mine', value: mine, name: words.useMine(label), note: null },
    { side: 'theirs', value: theirs, name: words.useTheirs(label), note: theirWords },
  ] as const;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {label}
      </th>
      {sides.map(({ side, value, name, note }) => (
        <td key={side} role="cell" data-label={words[side]}>
          <Version>
            <Radio
              type="radio"
              name={`versions ${path}`}
              aria-label={name}
              checked={choice === side}
              onChange={() => onChoose(side)}
            />
            <span>
              {valueText(path, value, settings)}
              {note !== null && (
                <Text variant="secondary" tone="third" as="span" style={{ display: 'block' }}>
                  {note}
                </Text>
              )}
            </span>
          </Version>
        </td>
      ))}
    </tr>
  );
}

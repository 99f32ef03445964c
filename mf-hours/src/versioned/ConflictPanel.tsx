import { Button, color, formatInstant, Notice, Stack, styled, VisuallyHidden } from 'shared-ui';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { versionedMessages as words } from './messages';

const Scroll = styled('div')({ overflow: 'auto', maxHeight: 260, marginTop: 8 });

const Table = styled('table')({
  width: '100%',
  minWidth: 520,
  borderCollapse: 'collapse',
  fontSize: 13,
  lineHeight: '18px',
  'th, td': { padding: '6px 12px 6px 0', textAlign: 'left', verticalAlign: 'top', fontWeight: 400 },
  'thead th': { fontSize: 12, fontWeight: 550, color: color.inkSecond },
  'tbody tr': { borderTop: `1px solid ${color.attentionLine}` },
  'tbody th': { fontWeight: 600 },
});

const Version = styled('label')({
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: 8,
  minHeight: 24,
  cursor: 'pointer',
});

const Radio = styled('input')({ flex: 'none', width: 16, height: 16, margin: '1px 0', accentColor: color.primaryFill });

export type Side = 'mine' | 'theirs';

/** Who saved a field, and when in epoch seconds. */
export interface ChangedBy {
  changed_by: string;
  changed_at: number;
}

/** One field that two people changed, in words. */
export interface ConflictRow {
  key: string;
  /** What the field is called, e.g. `Kim Osei, Tuesday, start`. */
  field: string;
  mine: string;
  theirs: string;
  /** Null where the server did not say. */
  by: ChangedBy | null;
  choice: Side | null;
}

export interface ConflictPanelProps {
  conflicts: readonly ConflictRow[];
  /** Sentences about what else happened to the record. */
  facts: readonly string[];
  timeZone: string;
  onChoose: (side: Side, keys: readonly string[]) => void;
  ref: RefObject<HTMLDivElement | null>;
}

/** Fields that someone else changed meanwhile: both versions, who and when, to be chosen one by one or all at once. */
export function ConflictPanel({ conflicts, facts, timeZone, onChoose, ref }: ConflictPanelProps): ReactNode {
  const open = conflicts.filter(({ choice }) => choice === null).length;
  const keys = conflicts.map(({ key }) => key);
  const people = [...new Set(conflicts.flatMap(({ by }) => by?.changed_by ?? []))];
  const sentences = [
    words.kept,
    ...facts,
    ...(conflicts.length > 0 ? [open > 0 ? words.choose(open) : words.chosen] : []),
  ];

  // It answers a save that was refused, or a refresh: the person goes on here.
  useEffect(() => ref.current?.focus(), [ref]);

  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label={words.group}>
      <Notice tone="attention" title={words.title(people.length === 1 ? (people[0] ?? null) : null)}>
        <span role="status">{sentences.join(' ')}</span>
        {conflicts.length > 0 && (
          <>
            <Scroll>
              <Table aria-label={words.table}>
                <thead>
                  <tr>
                    <th scope="col">{words.field}</th>
                    <th scope="col">{words.mine}</th>
                    <th scope="col">{words.theirs}</th>
                    <th scope="col">{words.who}</th>
                  </tr>
                </thead>
                <tbody>
                  {conflicts.map((conflict) => (
                    <Choice key={conflict.key} {...{ conflict, timeZone, onChoose }} />
                  ))}
                </tbody>
              </Table>
            </Scroll>
            <Stack direction="row" gap={2} wrap style={{ marginTop: 8 }}>
              <Button onClick={() => onChoose('mine', keys)}>{words.allMine}</Button>
              <Button onClick={() => onChoose('theirs', keys)}>{words.allTheirs}</Button>
            </Stack>
          </>
        )}
      </Notice>
    </div>
  );
}

function Choice({
  conflict,
  timeZone,
  onChoose,
}: { conflict: ConflictRow } & Pick<ConflictPanelProps, 'timeZone' | 'onChoose'>): ReactNode {
  const { key, field, mine, theirs, by, choice } = conflict;
  const sides = [
    { side: 'mine', text: mine, label: words.useMine(field) },
    { side: 'theirs', text: theirs, label: words.useTheirs(field) },
  ] as const;
  return (
    <tr>
      <th scope="row">{field}</th>
      {sides.map(({ side, text, label }) => (
        <td key={side}>
          <Version>
            <Radio type="radio" name={key} checked={choice === side} onChange={() => onChoose(side, [key])} />
            <VisuallyHidden>{label}: </VisuallyHidden>
            {text}
          </Version>
        </td>
      ))}
      <td>{by && words.by(by.changed_by, formatInstant(by.changed_at, timeZone))}</td>
    </tr>
  );
}

import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { formatInstantInZone } from '../figures';
import { VisuallyHidden } from '../layout';
import { Button } from '../mui/Button';
import { color, touch } from '../theme';
import { versionedMessages as messages } from './messages';

const Scroll = styled('div')({ overflow: 'auto', maxHeight: 260, marginTop: 8 });

/**
 * Without space for columns, the versions go below their field. The roles restore the table semantics that block layout
 * removes.
 */
const Table = styled('table')({
  width: '100%',
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
    '& tbody th, & [data-who]': { gridColumn: '1 / -1' },
    '& tbody th': { paddingBottom: 0 },
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

const Version = styled('label')({
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: 8,
  minHeight: 24,
  [touch]: { minHeight: 44, alignItems: 'center' },
  cursor: 'pointer',
});

const Radio = styled('input')({ flex: 'none', width: 16, height: 16, margin: '1px 0', accentColor: color.primaryFill });

export type Side = 'mine' | 'theirs';

/** Who saved a field, and when in epoch seconds. */
export interface ChangedBy {
  changed_by: string;
  changed_at: number;
}

/** A conflict of one field, as text. */
export interface ConflictRow {
  key: string;
  /** The name of the field: `Kim Osei, Tuesday, start`. */
  field: string;
  mine: string;
  theirs: string;
  /** Null if unknown. */
  by: ChangedBy | null;
  choice: Side | null;
}

export interface ConflictPanelProps {
  conflicts: readonly ConflictRow[];
  /** Further messages about the record. */
  facts: readonly string[];
  timeZone: string;
  onChoose: (side: Side, keys: readonly string[]) => void;
  /** False for conflicts found in the background, which are only announced. */
  takesFocus?: boolean;
  ref: RefObject<HTMLDivElement | null>;
}

/**
 * Conflicts with both values, and who saved the other one and when. The person chooses one by one or all at once.
 *
 * @example
 * const panel = useRef<HTMLDivElement>(null);
 * const [choice, setChoice] = useState<Side | null>(null);
 * const by = { changed_by: 'Marcus Bell', changed_at: 1_795_000_000 };
 * const conflicts = [{ key: 'name', field: 'Name', mine: 'Room 2', theirs: 'Room B', by, choice }];
 * return (
 *   <ConflictPanel
 *     ref={panel}
 *     conflicts={conflicts}
 *     facts={[]}
 *     timeZone="America/Chicago"
 *     onChoose={(side) => setChoice(side)}
 *   />
 * );
 */
export function ConflictPanel(props: ConflictPanelProps): ReactNode {
  const { conflicts, facts, timeZone, onChoose, takesFocus = true, ref } = props;
  const open = conflicts.filter(({ choice }) => choice === null).length;
  const keys = conflicts.map(({ key }) => key);
  const people = [...new Set(conflicts.flatMap(({ by }) => by?.changed_by ?? []))];
  /** After a reload, the page can know what was saved but not by whom. */
  const isNamed = people.length > 0;
  const sentences = [
    messages.kept,
    ...facts,
    ...(conflicts.length > 0 ? [open > 0 ? messages.choose(open) : messages.chosen] : []),
  ];

  // The panel appears after a failed save or a refresh, and takes focus because the person continues here.
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [ref, takesFocus]);

  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label={messages.group}>
      <Alert severity="warning">
        <AlertTitle>{messages.title(people.length === 1 ? (people[0] ?? null) : null)}</AlertTitle>
        <span role="status">{sentences.join(' ')}</span>
        {conflicts.length > 0 && (
          <>
            <Scroll>
              <Table role="table" aria-label={messages.table}>
                <thead role="rowgroup">
                  <tr role="row">
                    <th role="columnheader" scope="col">
                      {messages.field}
                    </th>
                    <th role="columnheader" scope="col">
                      {messages.mine}
                    </th>
                    <th role="columnheader" scope="col">
                      {messages.theirs}
                    </th>
                    {isNamed && (
                      <th role="columnheader" scope="col">
                        {messages.who}
                      </th>
                    )}
                  </tr>
                </thead>
                <tbody role="rowgroup">
                  {conflicts.map((conflict) => (
                    <Choice key={conflict.key} {...{ conflict, isNamed, timeZone, onChoose }} />
                  ))}
                </tbody>
              </Table>
            </Scroll>
            <Stack direction="row" spacing={2} style={{ marginTop: 8 }} sx={{ flexWrap: 'wrap' }}>
              <Button onClick={() => onChoose('mine', keys)}>{messages.allMine}</Button>
              <Button onClick={() => onChoose('theirs', keys)}>{messages.allTheirs}</Button>
            </Stack>
          </>
        )}
      </Alert>
    </div>
  );
}

function Choice({
  conflict,
  isNamed,
  timeZone,
  onChoose,
}: { conflict: ConflictRow; isNamed: boolean } & Pick<ConflictPanelProps, 'timeZone' | 'onChoose'>): ReactNode {
  const { key, field, mine, theirs, by, choice } = conflict;
  const sides = [
    { side: 'mine', text: mine, label: messages.useMine(field) },
    { side: 'theirs', text: theirs, label: messages.useTheirs(field) },
  ] as const;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {field}
      </th>
      {sides.map(({ side, text, label }) => (
        <td key={side} role="cell" data-label={messages[side]}>
          <Version>
            <Radio
              type="radio"
              name={`versions ${key}`}
              checked={choice === side}
              onChange={() => onChoose(side, [key])}
            />
            <VisuallyHidden>{`${label}: `}</VisuallyHidden>
            <span>{text}</span>
          </Version>
        </td>
      ))}
      {isNamed && (
        <td role="cell" data-who="" data-label={messages.who}>
          {by && messages.by(by.changed_by, formatInstantInZone(by.changed_at, timeZone))}
        </td>
      )}
    </tr>
  );
}

import type { ProviderHours } from 'shared-api/contracts';
import { Button, color, formatInstant, Notice, Stack, styled, VisuallyHidden } from 'shared-ui';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { type CellKey, hoursText, placeOf, shownOf } from './cells';
import type { Clash } from './conflicts';
import { words } from './messages';
import { cellName } from './names';

const { conflict } = words;

const Scroll = styled('div')({ overflow: 'auto', maxHeight: 260, marginTop: 8 });

const Table = styled('table')({
  width: '100%',
  minWidth: 520,
  borderCollapse: 'collapse',
  fontSize: 13,
  lineHeight: '18px',
  'th, td': { padding: '6px 12px 6px 0', textAlign: 'left', fontWeight: 400 },
  'thead th': { fontSize: 12, fontWeight: 550, color: color.inkSecond },
  'tbody tr': { borderTop: `1px solid ${color.attentionLine}` },
  'tbody th': { fontWeight: 600 },
});

const Version = styled('label')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 24,
  cursor: 'pointer',
});

const Radio = styled('input')({ flex: 'none', width: 16, height: 16, margin: 0, accentColor: color.primaryFill });

export interface ConflictPanelProps {
  clashes: readonly Clash[];
  gone: readonly CellKey[];
  providers: readonly ProviderHours[];
  timeZone: string;
  onChoose: (choice: 'mine' | 'theirs', keys: readonly CellKey[]) => void;
  ref: RefObject<HTMLDivElement | null>;
}

/** Cells that someone else changed meanwhile: both versions, who and when, to be chosen one by one or all at once. */
export function ConflictPanel({ clashes, gone, providers, timeZone, onChoose, ref }: ConflictPanelProps): ReactNode {
  const open = clashes.filter(({ choice }) => choice === null).length;
  const keys = clashes.map(({ key }) => key);
  const facts = [
    conflict.kept,
    gone.length > 0 && conflict.gone(gone.length),
    open > 0 ? conflict.choose(open) : conflict.chosen,
  ];

  // It answers a save that was refused: the person goes on here.
  useEffect(() => ref.current?.focus(), [ref]);

  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label={conflict.group}>
      <Notice tone="attention" title={conflict.title}>
        <span role="status">{facts.filter(Boolean).join(' ')}</span>
        {clashes.length > 0 && (
          <>
            <Scroll>
              <Table aria-label={conflict.table}>
                <thead>
                  <tr>
                    <th scope="col">{conflict.cell}</th>
                    <th scope="col">{conflict.mine}</th>
                    <th scope="col">{conflict.theirs}</th>
                    <th scope="col">{conflict.who}</th>
                  </tr>
                </thead>
                <tbody>
                  {clashes.map((clash) => (
                    <Choice key={clash.key} {...{ clash, providers, timeZone, onChoose }} />
                  ))}
                </tbody>
              </Table>
            </Scroll>
            <Stack direction="row" gap={2} wrap style={{ marginTop: 8 }}>
              <Button onClick={() => onChoose('mine', keys)}>{conflict.allMine}</Button>
              <Button onClick={() => onChoose('theirs', keys)}>{conflict.allTheirs}</Button>
            </Stack>
          </>
        )}
      </Notice>
    </div>
  );
}

function Choice({
  clash,
  providers,
  timeZone,
  onChoose,
}: { clash: Clash } & Pick<ConflictPanelProps, 'providers' | 'timeZone' | 'onChoose'>): ReactNode {
  const { key, mine, theirs, choice, changed_by, changed_at } = clash;
  const place = placeOf(key);
  const name = place ? cellName(place, providers) : key;
  const { entry } = mine;
  const sides = [
    { side: 'mine', text: 'seconds' in entry ? hoursText(entry.seconds) : entry.text, label: conflict.useMine(name) },
    { side: 'theirs', text: hoursText(shownOf(theirs)), label: conflict.useTheirs(name) },
  ] as const;
  return (
    <tr>
      <th scope="row">{name}</th>
      {sides.map(({ side, text, label }) => (
        <td key={side}>
          <Version>
            <Radio type="radio" name={key} checked={choice === side} onChange={() => onChoose(side, [key])} />
            <VisuallyHidden>{label}: </VisuallyHidden>
            {text}
          </Version>
        </td>
      ))}
      <td>{conflict.by(changed_by, formatInstant(changed_at, timeZone))}</td>
    </tr>
  );
}

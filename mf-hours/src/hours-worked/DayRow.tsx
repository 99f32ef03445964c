import { FACT_SEPARATOR, factsText, type ProviderHours } from 'shared-api/contracts';
import { color, styled } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { memo, type ReactNode, useId, useSyncExternalStore } from 'react';
import { figures } from './cells';
import { DayField } from './DayField';
import type { GridCommands } from './grid-commands';
import { messages } from './messages';
import { nameOf } from './names';
import { progressOf, ratingOf, ratingOrStartText } from './rating';

/** The columns of the list: the provider, and the two figures, which move below the provider with large text. */
export const dayColumns = {
  display: 'grid',
  // 72 px of 14 px text.
  gridTemplateColumns: 'minmax(0, 1fr) repeat(2, calc(72em / 14))',
  gap: '4px 8px',
  alignItems: 'center',
  '@container (max-width: 18em)': {
    '& > :first-child': { gridColumn: '1 / -1' },
    '& > :nth-child(2)': { gridColumn: 2 },
  },
} as const;

const Row = styled('li')({
  ...dayColumns,
  padding: '8px 12px',
  borderTop: `1px solid ${color.line}`,
  outlineOffset: -2,
  // A list of 200 providers lays out only the rows in view.
  contentVisibility: 'auto',
  containIntrinsicBlockSize: 'auto 61px',
  '&[data-off] [data-name]': { color: color.inkSecond, fontWeight: 550 },
});

const Name = styled('div')({
  fontWeight: 600,
  overflowWrap: 'anywhere',
  // A long name ends in an ellipsis. Names are left-aligned in every script.
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  textAlign: 'left',
});

const Note = styled('div')({
  fontSize: 12,
  lineHeight: '16px',
  color: color.inkSecond,
  '[data-problem]': { color: color.danger },
});

const Reset = styled(Button)({ minHeight: 44, margin: '-4px 0 -12px -12px' });

export interface DayRowProps {
  commands: GridCommands;
  /** The provider's position in the range. */
  index: number;
  column: number;
  provider: ProviderHours;
  onNext: (row: number) => void;
}

/** One provider's hours on the shown day, with a text about differences from the computed hours. */
export const DayRow = memo(function DayRow({ commands, index, column, provider, onNext }: DayRowProps): ReactNode {
  const { store, cursor } = commands;
  const locked = useSyncExternalStore(commands.lockReason.subscribe, commands.lockReason.getState);
  const id = useId();
  const first = index * figures.length;
  useSyncExternalStore(store.subscribe, () => store.rowState(first));
  useSyncExternalStore(store.subscribe, () => store.rowState(first + 1));
  const { dates, today } = store.view().loaded.hours;
  const name = nameOf(provider);
  const [available, worked] = [store.cell(first, column), store.cell(first + 1, column)];
  const hours = { available: available.seconds ?? 0, worked: worked.seconds ?? 0 };
  const isOff = available.seconds === 0 && worked.seconds === 0;
  const notes = figures.flatMap((figure, at) => {
    const cellRef = { row: first + at, column };
    const [problem, facts] = [commands.problem(cellRef), commands.facts(cellRef)];
    return problem === undefined && facts.length === 0 ? [] : [{ figure, problem, facts: factsText(facts) }];
  });
  const state =
    provider.left_on !== undefined
      ? messages.left(provider.left_on)
      : isOff
        ? messages.day.off
        : available.seconds === 0
          ? messages.day.notAvailable
          : ratingOrStartText(ratingOf(hours, hours, progressOf([{ date: dates[column] ?? '', ...hours }], today)));
  return (
    <Row tabIndex={-1} data-off={isOff || undefined}>
      <div>
        <Name data-name="" dir="auto">
          {name}
        </Name>
        <Note>{state}</Note>
        {notes.map(({ figure, problem, facts }) => (
          <Note key={figure} id={`${id}${figure}`}>
            {messages.day.note(figure)} {problem !== undefined && <span data-problem="">{problem}</span>}
            {problem !== undefined && facts !== '' && FACT_SEPARATOR}
            {facts}
          </Note>
        ))}
        {locked === null && [available, worked].some(({ modified, edit }) => modified || edit) && (
          <Reset
            variant="text"
            aria-label={messages.day.resetOf(name)}
            onClick={() => {
              cursor.go({ row: first, column });
              commands.resetDay();
            }}
          >
            {messages.grid.resetDay}
          </Reset>
        )}
      </div>
      {figures.map((figure, at) => (
        <DayField
          key={figure}
          {...{ commands, column }}
          row={first + at}
          cell={at === 0 ? available : worked}
          locked={locked !== null}
          described={notes.some((note) => note.figure === figure) ? `${id}${figure}` : undefined}
          onNext={() => onNext(first + at)}
        />
      ))}
    </Row>
  );
});

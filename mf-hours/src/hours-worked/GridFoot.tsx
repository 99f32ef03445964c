import { memo, type ReactNode, useSyncExternalStore } from 'react';
import { VisuallyHidden } from 'shared-ui';
import { type Figure, figures, LONG_SECONDS, sumText } from './cells';
import { type DayColumn, useGridParts } from './grid-context';
import { messages } from './messages';
import { dayName } from './names';
import { TotalCells } from './TotalCells';

function ColumnTotal({ day, figure }: { day: DayColumn; figure: Figure }): ReactNode {
  const { store } = useGridParts().commands;
  const { seconds } = useSyncExternalStore(store.subscribe, () => store.columnTotal(day.column, figure));
  return (
    <div
      role="gridcell"
      aria-colindex={day.column + 5}
      aria-label={messages.grid.total(`${messages.grid.all}, ${dayName(day.date)}`, figure, sumText(seconds))}
      data-day=""
      data-number=""
      data-long={seconds >= LONG_SECONDS ? '' : undefined}
      data-kind={day.kind}
      style={{ left: day.left }}
    >
      <span aria-hidden>{sumText(seconds)}</span>
    </div>
  );
}

/** Sums over all providers. */
export const GridFoot = memo(function GridFoot({
  days,
  rows,
}: {
  days: readonly DayColumn[];
  rows: number;
}): ReactNode {
  return (
    <div data-foot="">
      {figures.map((figure, at) => (
        <FootRow key={figure} figure={figure} days={days} index={rows + 2 + at} first={at === 0} />
      ))}
    </div>
  );
});

function FootRow({
  figure,
  days,
  index,
  first,
}: {
  figure: Figure;
  days: readonly DayColumn[];
  index: number;
  first: boolean;
}): ReactNode {
  const { commands, sizes } = useGridParts();
  const { store } = commands;
  const total = useSyncExternalStore(store.subscribe, () => store.grandTotal(figure));
  const totals = <TotalCells name={messages.grid.all} figure={figure} total={total} />;
  return (
    <div role="row" aria-rowindex={index} style={{ height: sizes.row }}>
      <div data-pinned="" role="presentation">
        <div role="rowheader" data-fixed="provider" aria-colindex={1} style={{ width: sizes.provider }}>
          {first ? messages.grid.all : <VisuallyHidden>{messages.grid.all}</VisuallyHidden>}
        </div>
        <div role="rowheader" data-fixed="figure" aria-colindex={2} style={{ width: sizes.figure }}>
          {messages.figures[figure]}
        </div>
        {!sizes.totalsScroll && totals}
      </div>
      {sizes.totalsScroll && totals}
      {days.map((day) => (
        <ColumnTotal key={day.date} day={day} figure={figure} />
      ))}
    </div>
  );
}

import type { ProviderHours } from 'shared-api/contracts';
import { memo, type ReactNode, useSyncExternalStore } from 'react';
import { figures } from './cells';
import { type DayColumn, useGridParts } from './grid-context';
import { HoursCell } from './HoursCell';
import { messages } from './messages';
import { nameOf } from './names';
import { rangeKind } from './range';
import { TotalCells } from './TotalCells';

/** Total Hours and Total Days of one row. */
function RowTotal({ row, name }: { row: number; name: string }): ReactNode {
  const total = useGridParts().commands.store.rowTotal(row);
  return <TotalCells name={name} figure={figures[row % figures.length] ?? 'available'} total={total} />;
}

/**
 * The provider's header cell: the name, when a former provider left, and with edits the button that resets the shown
 * days. Arrow keys reach the button, or the cell itself.
 */
function ProviderCell({ index, name, left }: { index: number; name: string; left: string | undefined }): ReactNode {
  const { commands, sizes } = useGridParts();
  const { cursor, store } = commands;
  const locked = useSyncExternalStore(commands.lockReason.subscribe, commands.lockReason.getState);
  const row = index * figures.length;
  const active = useSyncExternalStore(cursor.subscribe, () => {
    const { at } = cursor.state();
    return at.column < 0 && Math.floor(at.row / figures.length) === index;
  });
  const canReset = useSyncExternalStore(store.subscribe, () => store.canReset(row));
  const reached = { 'data-cell': `${row}:-1`, tabIndex: active ? 0 : -1 };
  return (
    <div
      role="rowheader"
      data-fixed="provider"
      aria-colindex={1}
      aria-rowspan={figures.length}
      {...(!canReset && reached)}
      style={{ width: sizes.provider, height: sizes.row * figures.length }}
    >
      <span data-name="" dir="auto" title={name}>
        {name}
      </span>
      {left !== undefined && <span data-left="">{messages.left(left)}</span>}
      {canReset && (
        <button
          type="button"
          data-reset=""
          {...reached}
          aria-disabled={locked !== null || undefined}
          title={locked ?? undefined}
          aria-label={messages.grid.resetOf(rangeKind(commands.extent.columns), name)}
          onClick={() => {
            commands.resetRange(row);
            // Without anything to reset, the focus moves from the button to the cell.
            commands.visit({ row, column: -1 });
          }}
        >
          {messages.grid.reset[rangeKind(commands.extent.columns)]}
        </button>
      )}
    </div>
  );
}

/** One figure of one provider: its total and its days. It subscribes to the store for all of its cells. */
const FigureRow = memo(function FigureRow({
  row,
  name,
  left,
  days,
}: {
  row: number;
  name: string;
  /** The first day without a former provider. */
  left: string | undefined;
  days: readonly DayColumn[];
}): ReactNode {
  const { commands, sizes } = useGridParts();
  const { store, cursor } = commands;
  useSyncExternalStore(store.subscribe, () => store.rowState(row));
  useSyncExternalStore(cursor.subscribe, () => cursor.inRow(row));
  const at = row % figures.length;
  const last = at === figures.length - 1;
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      data-last={last ? '' : undefined}
      style={{ top: row * sizes.row, height: sizes.row }}
    >
      <div data-pinned="" role="presentation">
        {at === 0 ? (
          <ProviderCell index={Math.floor(row / figures.length)} name={name} left={left} />
        ) : (
          <span data-fixed="provider" style={{ width: sizes.provider }} />
        )}
        <div role="rowheader" data-fixed="figure" aria-colindex={2} style={{ width: sizes.figure }}>
          {messages.figures[figures[at] ?? 'available']}
        </div>
        {!sizes.totalsScroll && <RowTotal row={row} name={name} />}
      </div>
      {sizes.totalsScroll && <RowTotal row={row} name={name} />}
      {days.map((day) => (
        <HoursCell
          key={day.date}
          row={row}
          day={day}
          cell={store.cell(row, day.column)}
          flags={cursor.flags(row, day.column)}
        />
      ))}
    </div>
  );
});

/** Available and worked hours of one provider. */
export const ProviderRows = memo(function ProviderRows({
  index,
  provider,
  days,
}: {
  index: number;
  provider: ProviderHours;
  days: readonly DayColumn[];
}): ReactNode {
  const name = nameOf(provider);
  return figures.map((figure, at) => (
    <FigureRow key={figure} row={index * figures.length + at} name={name} left={provider.left_on} days={days} />
  ));
});

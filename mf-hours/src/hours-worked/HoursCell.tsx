import { memo, type ReactNode } from 'react';
import { CellEditor } from './CellEditor';
import { type DayColumn, useGridParts } from './grid-context';
import { ACTIVE, EDITING, SELECTED } from '../grid/grid-cursor';
import type { CellView } from './hours-store';

export interface HoursCellProps {
  row: number;
  day: DayColumn;
  /** A new object when anything in it changes. */
  cell: CellView;
  /** The cursor's effect on the cell, from `GridCursor.flags`. */
  flags: number;
}

/** One figure of one provider on one day. It has no subscriptions of its own, because 200 cells are in view. */
export const HoursCell = memo(function HoursCell({ row, day, cell, flags }: HoursCellProps): ReactNode {
  const { commands } = useGridParts();
  const cellRef = { row, column: day.column };
  const name = commands.name(cellRef);
  const text = commands.text(cellRef);
  const wrong = cell.edit !== undefined && (cell.seconds === undefined || cell.edit.refusal !== undefined);
  const hints = commands.hints(cellRef);
  const said = [cell.seconds === undefined ? [] : [text], hints].flat().join(', ');
  return (
    <div
      role="gridcell"
      aria-colindex={day.column + 5}
      aria-label={`${name}: ${said}`}
      aria-selected={(flags & (SELECTED | ACTIVE)) !== 0}
      aria-invalid={wrong || undefined}
      tabIndex={flags & ACTIVE ? 0 : -1}
      data-cell={`${row}:${day.column}`}
      data-day=""
      data-number=""
      data-kind={day.kind}
      data-zero={cell.seconds === 0 ? '' : undefined}
      data-modified={cell.modified ? '' : undefined}
      data-edited={cell.edit ? '' : undefined}
      data-conflict={cell.inConflict ? '' : undefined}
      data-selected={flags & SELECTED ? '' : undefined}
      data-open={flags & EDITING ? '' : undefined}
      style={{ left: day.left }}
    >
      {flags & EDITING ? <CellEditor name={name} /> : text}
    </div>
  );
});

import type { ReactNode } from 'react';
import { type Figure, sumText } from './cells';
import { useGridParts } from './grid-context';
import { messages } from './messages';

export interface TotalCellsProps {
  /** Name of the provider, or of the row for all providers. */
  name: string;
  figure: Figure;
  total: { seconds: number; days: number };
}

/** Total Hours and Total Days of a row, or of all rows. */
export function TotalCells({ name, figure, total }: TotalCellsProps): ReactNode {
  const { sizes } = useGridParts();
  return (
    <>
      <div
        role="gridcell"
        data-fixed="hours"
        data-number=""
        aria-colindex={3}
        aria-label={messages.grid.total(name, figure, sumText(total.seconds))}
        style={{ width: sizes.hours }}
      >
        <span aria-hidden>{sumText(total.seconds)}</span>
      </div>
      <div
        role="gridcell"
        data-fixed="days"
        data-number=""
        aria-colindex={4}
        aria-label={messages.grid.totalOfDays(name, figure, total.days)}
        style={{ width: sizes.days }}
      >
        <span aria-hidden>{total.days}</span>
      </div>
    </>
  );
}

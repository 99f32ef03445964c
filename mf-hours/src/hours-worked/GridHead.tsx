import { memo, type ReactNode } from 'react';
import { formatShortDate, VisuallyHidden } from 'shared-ui';
import { type DayColumn, useGridParts } from './grid-context';
import { messages } from './messages';
import { weekdayName } from './names';

/** Dates and weekdays. */
export const GridHead = memo(function GridHead({ days }: { days: readonly DayColumn[] }): ReactNode {
  const { sizes } = useGridParts();
  const totals = (
    <>
      <div
        role="columnheader"
        data-fixed="hours"
        data-number=""
        aria-colindex={3}
        style={{ width: sizes.hours, whiteSpace: 'normal', textAlign: 'right' }}
      >
        {messages.grid.totalHours}
      </div>
      <div
        role="columnheader"
        data-fixed="days"
        data-number=""
        aria-colindex={4}
        style={{ width: sizes.days, whiteSpace: 'normal', textAlign: 'right' }}
      >
        {messages.grid.totalDays}
      </div>
    </>
  );
  return (
    <div role="row" aria-rowindex={1} data-head="">
      <div data-pinned="" role="presentation">
        <div role="columnheader" data-fixed="provider" aria-colindex={1} style={{ width: sizes.provider }}>
          {messages.grid.provider}
        </div>
        <div role="columnheader" data-fixed="figure" aria-colindex={2} style={{ width: sizes.figure }}>
          {messages.grid.figure}
        </div>
        {!sizes.totalsScroll && totals}
      </div>
      {sizes.totalsScroll && totals}
      {days.map(({ column, date, left: from, kind }) => (
        <div
          key={date}
          role="columnheader"
          aria-colindex={column + 5}
          aria-current={kind === 'today' ? 'date' : undefined}
          data-day=""
          data-kind={kind}
          style={{ left: from }}
        >
          <span>
            <span>{weekdayName(date)}</span>
            {kind === 'today' && <VisuallyHidden> ({messages.grid.today})</VisuallyHidden>}
          </span>
          <span>{formatShortDate(date)}</span>
        </div>
      ))}
    </div>
  );
});

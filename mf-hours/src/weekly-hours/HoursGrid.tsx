import { dayNames, days, hoursText, shortDayName } from 'shared-api/contracts';
import { type Dispatch, type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { messages } from '../messages';
import { columns, type Editing } from './cursor';
import type { BlockEdit } from './block-edits';
import { type Action, type Draft, openMerge } from './draft';
import type { GridActions } from './grid-actions';
import { DayEditor } from './DayEditor';
import { Frame, Table } from './grid-style';
import { HoursRow } from './HoursRow';
import { followsOffice, officeOf, type Row, type Rows, rowOf, withFollowersAsIn } from './rows';
import { totals } from './summary';
import { useGrid } from './use-grid';

const text = messages.weeklyHours.grid;
const noConflicts = [] as const;
/**
 * Followers get the office's times after this pause in typing. It is longer than the pause between two times that are
 * typed with Tab between them.
 */
const DEBOUNCE_MS = 300;

export interface HoursGridProps {
  draft: Draft;
  /** The filtered rows, office first. */
  rows: Rows;
  dispatch: Dispatch<Action>;
  /** True if the person may not change hours. They can still move through the grid and copy. */
  readOnly: boolean;
  editing: Editing | null;
  setEditing: (change: (now: Editing | null) => Editing | null) => void;
  onCopyDay: GridActions['copyDay'];
  onMenu: GridActions['menu'];
  onReport: (edit: BlockEdit | null) => void;
  onCopied: (count: number) => void;
  /** Shown below the office row when there are no other rows. */
  empty: ReactNode;
}

/**
 * The rows from which followers are rendered. After a change of the office they update late, because sixty rows may
 * follow the office and typing doesn't wait for them. Newly loaded rows render immediately.
 */
function useRowsOfFollowers(draft: Draft): Rows {
  const [shown, setShown] = useState(draft);
  const isRead = shown.base === draft.base;
  if (!isRead) setShown(draft);
  const isLate = isRead && officeOf(shown.rows) !== officeOf(draft.rows);
  useEffect(() => {
    if (!isLate) return undefined;
    const timer = setTimeout(() => startTransition(() => setShown(draft)), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isLate, draft]);
  return isRead ? shown.rows : draft.rows;
}

function WeekHead(): ReactNode {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader">
          {text.provider}
        </th>
        {days.map((day) => (
          <th key={day} scope="col" role="columnheader" aria-label={dayNames[day]}>
            {shortDayName(day)}
          </th>
        ))}
        <th scope="col" role="columnheader" data-numeric="">
          {text.week}
        </th>
      </tr>
    </thead>
  );
}

/** The hours of all rows, by day and in the week. */
function WeekTotals({ rows }: { rows: Rows }): ReactNode {
  const { byDay, week } = totals(rows);
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        <th scope="row" role="rowheader">
          {text.all}
        </th>
        {days.map((day) => (
          <td
            key={day}
            role="gridcell"
            data-numeric=""
            aria-label={text.allHours(dayNames[day], hoursText(byDay[day]))}
          >
            {hoursText(byDay[day])}
          </td>
        ))}
        <td
          role="gridcell"
          data-numeric=""
          data-week=""
          aria-label={text.allHours(text.week.toLowerCase(), hoursText(week))}
        >
          {hoursText(week)}
        </td>
      </tr>
    </tfoot>
  );
}

/** The week of the office and of each provider: a table that can be edited like a spreadsheet. */
export function HoursGrid({
  draft,
  rows,
  dispatch,
  readOnly,
  editing,
  setEditing,
  onCopyDay,
  onMenu,
  onReport,
  onCopied,
  empty,
}: HoursGridProps): ReactNode {
  const table = useRef<HTMLTableElement>(null);
  const { grid, handlers, at, block } = useGrid(table, {
    ...{ rows, dispatch, readOnly, editing, setEditing, onCopyDay, onMenu, onReport, onCopied },
  });
  const office = officeOf(draft.rows);
  const followers = draft.rows.filter(followsOffice).length;
  const earlier = useRowsOfFollowers(draft);
  const conflicts = useMemo(() => openMerge(draft.merge)?.conflicts ?? noConflicts, [draft.merge]);
  const drawn = withFollowersAsIn(earlier, rows);
  const before = (row: Row): Row => rowOf(draft.base.records, row.provider_id) ?? row;
  const opened = editing && rowOf(rows, editing.id);

  return (
    <>
      <Frame>
        <Table
          ref={table}
          role="grid"
          aria-label={text.label}
          aria-multiselectable
          aria-readonly={readOnly || undefined}
          {...handlers}
        >
          <WeekHead />
          <tbody role="rowgroup">
            {drawn.map((row, index) => (
              <HoursRow
                key={row.provider_id}
                row={row}
                before={before(row)}
                office={row === office ? office : officeOf(earlier)}
                followers={row === office ? followers : 0}
                refusals={draft.refusals}
                conflicts={conflicts}
                active={at.row === index ? (columns[at.column + 1] ?? null) : null}
                selected={block && index >= block.top && index <= block.bottom ? `${block.left}:${block.right}` : null}
                open={editing?.id === row.provider_id ? editing.day : null}
                readOnly={readOnly}
                grid={grid}
              />
            ))}
          </tbody>
          {rows.length > 1 && <WeekTotals rows={drawn} />}
        </Table>
        {rows.length === 1 && empty}
      </Frame>
      {opened && (
        <DayEditor row={opened} before={before(opened)} refusals={draft.refusals} {...{ office, editing, grid }} />
      )}
    </>
  );
}

import { type Day, days, hoursText } from 'shared-api/contracts';
import { memo, type ReactNode } from 'react';
import { messages } from '../messages';
import { isChanged } from './changes';
import type { Column } from './cursor';
import { textsOf } from './day-text';
import { DayCell } from './DayCell';
import { FollowCheckbox } from './FollowCheckbox';
import type { GridActions } from './grid-actions';
import type { FieldConflict } from './merge';
import { nameOf } from './names';
import { problemsOfDay, problemsOfRow, type ServerProblem } from './problems';
import { RowMenuButton } from './RowMenuButton';
import { followsOffice, isOffice, type Row } from './rows';
import { differingParts, minutesOf } from './summary';

const text = messages.weeklyHours.grid;

export interface HoursRowProps {
  row: Row;
  before: Row;
  office: Row;
  /** Number of providers who follow the office; only the office row shows it. */
  followers: number;
  refusals: readonly ServerProblem[];
  conflicts: readonly FieldConflict[];
  /** The column of this row that Tab reaches; null if the cursor is in another row. */
  active: Column | null;
  /** The first and the last selected day, e.g. `0:4`. It is a string, so that unchanged rows don't rerender. */
  selected: string | null;
  /** The day of this row that is open for editing. */
  open: Day | null;
  readOnly: boolean;
  grid: GridActions;
}

/** One row of the grid. Rerenders only when its own props change, so typing in one row leaves the others alone. */
export const HoursRow = memo(function HoursRow({
  row,
  before,
  office,
  followers,
  refusals,
  conflicts,
  active,
  selected,
  open,
  readOnly,
  grid,
}: HoursRowProps): ReactNode {
  const id = row.provider_id;
  const name = nameOf(row);
  const problems = problemsOfRow(row, refusals);
  const undecided = conflicts.filter((conflict) => conflict.id === id && conflict.choice === null);
  const inConflict = (day: Day): boolean =>
    undecided.some(({ field }) => field === 'hours-of' || field.startsWith(day));
  const kind = isOffice(row) ? 'office' : followsOffice(row) ? 'follows' : 'own';
  const [first = -1, last = -1] = selected?.split(':').map(Number) ?? [];
  const minutes = minutesOf(row);
  const hours = hoursText(minutes.week);

  return (
    <tr role="row" data-office={isOffice(row) || undefined}>
      {isOffice(row) ? (
        <th scope="row" role="rowheader" data-cell={`${id}:provider`} tabIndex={active === 'provider' ? 0 : -1}>
          <span data-name="" dir="auto">
            {name}
          </span>
          <span data-note="">{text.followers(followers)}</span>
        </th>
      ) : (
        <th scope="row" role="rowheader">
          <span data-name="" dir="auto">
            {name}
          </span>
          <FollowCheckbox
            {...{ id, name, readOnly, grid }}
            following={followsOffice(row)}
            changed={followsOffice(row) !== followsOffice(before)}
            active={active === 'provider'}
          />
        </th>
      )}
      {days.map((day, index) => (
        <DayCell
          key={day}
          {...{ id, day, name, kind, readOnly }}
          {...textsOf(row, day)}
          minutes={minutes.byDay[day]}
          differing={differingParts(row, office, day)}
          problems={problemsOfDay(problems, day)}
          changed={isChanged(before, row, day)}
          inConflict={inConflict(day)}
          active={active === day}
          selected={selected !== null && index >= first && index <= last}
          open={open === day}
        />
      ))}
      <td role="gridcell" data-numeric="" aria-label={text.weekHours(name, hours)}>
        <div data-week="">{hours}</div>
        <RowMenuButton id={id} name={name} active={active === 'week'} grid={grid} />
      </td>
    </tr>
  );
});

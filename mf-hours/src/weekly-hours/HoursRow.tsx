import { days, hoursText, type TimePart, timeParts } from 'shared-api/contracts';
import { memo, type ReactNode } from 'react';
import { messages } from '../messages';
import type { Column, Editing } from './cursor';
import { DayCell } from './DayCell';
import { FollowTick } from './FollowTick';
import type { GridActions } from './grid-actions';
import type { Clash } from './merge';
import { nameOf } from './names';
import { problemsOfRow, type Refusal } from './problems';
import { RowMenuButton } from './RowMenuButton';
import { follows, isOffice, type Row } from './rows';
import { differingFields, minutesOf } from './summary';

const words = messages.weeklyHours.grid;

export interface HoursRowProps {
  row: Row;
  before: Row;
  office: Row;
  /** How many providers follow the office; only the office's row says it. */
  followers: number;
  refusals: readonly Refusal[];
  clashes: readonly Clash[];
  /** The column of this row that Tab reaches; null where the cursor is in another row. */
  active: Column | null;
  editing: Editing | null;
  grid: GridActions;
}

/** One row of the grid. Drawn again only when something of its own changes: sixty rows stay quiet while one is typed in. */
export const HoursRow = memo(function HoursRow({
  row,
  before,
  office,
  followers,
  refusals,
  clashes,
  active,
  editing,
  grid,
}: HoursRowProps): ReactNode {
  const id = row.provider_id;
  const name = nameOf(row);
  const problems = problemsOfRow(row, refusals);
  const differing = differingFields(row, office);
  const open = new Set(clashes.filter((clash) => clash.id === id && clash.choice === null).map(({ unit }) => unit));
  const hours = hoursText(minutesOf(row).week);

  return (
    <tr role="row" data-office={isOffice(row) || undefined}>
      {isOffice(row) ? (
        <th scope="row" role="rowheader" data-cell={`${id}:provider`} tabIndex={active === 'provider' ? 0 : -1}>
          <span data-name="">{name}</span>
          <span data-note="">{words.followers(followers)}</span>
        </th>
      ) : (
        <th scope="row" role="rowheader">
          <span data-name="">{name}</span>
          <FollowTick
            {...{ id, name, grid }}
            following={follows(row)}
            changed={follows(row) !== follows(before)}
            active={active === 'provider'}
          />
        </th>
      )}
      {days.map((day) => (
        <DayCell
          key={day}
          {...{ row, day, before, office, grid }}
          differing={timeParts.filter((part: TimePart) => differing.includes(`${day}_${part}`))}
          problems={problems.filter((problem) => problem.day === day)}
          clashing={open.has(day) || open.has('hours-of')}
          active={active === day}
          editing={editing?.day === day ? editing : null}
        />
      ))}
      <td role="gridcell" data-numeric="" aria-label={words.weekHours(name, hours)}>
        <div data-week="">{hours}</div>
        <RowMenuButton id={id} name={name} active={active === 'week'} grid={grid} />
      </td>
    </tr>
  );
});

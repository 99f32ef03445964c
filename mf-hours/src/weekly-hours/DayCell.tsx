import { type Day, hoursText, type TimePart, timeParts } from 'shared-api/contracts';
import { Fragment, type ReactNode } from 'react';
import { messages } from '../messages';
import type { Editing } from './cursor';
import { hasHours, hasLunch, shortTimes } from './day-text';
import { DayEditor } from './DayEditor';
import type { GridActions } from './grid-actions';
import { nameOf } from './names';
import type { Problem } from './problems';
import { follows, isOffice, type Row, sameDay } from './rows';
import { minutesOf } from './summary';

const words = messages.weeklyHours.grid;

export interface DayCellProps {
  row: Row;
  day: Day;
  /** The row as it was read. */
  before: Row;
  office: Row;
  /** Fields of the day in which a provider with own hours differs from the office. */
  differing: readonly TimePart[];
  /** What is wrong with this day. */
  problems: readonly Problem[];
  /** Someone else changed it too, and nobody has chosen yet. */
  clashing: boolean;
  /** The one cell of the grid that Tab reaches. */
  active: boolean;
  editing: Editing | null;
  grid: GridActions;
}

/** Everything about the day in one sentence, for the ear: the eye has colours and places. */
function nameOfCell({ row, day, differing, problems, clashing }: DayCellProps, changed: boolean): string {
  const [beg = '', end = '', lunchBeg = '', lunchEnd = ''] = timeParts.map((part) => row[`${day}_${part}`]);
  const facts = [
    hasHours(row, day) ? words.hours(beg, end) : isOffice(row) ? words.closed : words.off,
    hasLunch(row, day) && words.lunchHours(lunchBeg, lunchEnd),
    hasHours(row, day) && words.total(hoursText(minutesOf(row).byDay[day])),
    follows(row) && words.follows,
    differing.length > 0 && words.differs(differing),
    changed && words.changed,
    clashing && words.clashing,
    ...problems.map(({ message }) => message),
  ];
  return `${messages.weeklyHours.editor.label(nameOf(row), day)}: ${facts.filter(Boolean).join(', ')}`;
}

/** One day of one row: its times while it is closed, and their fields while it is open. */
export function DayCell(props: DayCellProps): ReactNode {
  const { row, day, before, office, differing, problems, clashing, active, editing, grid } = props;
  const following = follows(row);
  const changed = !following && !sameDay(before, row, day);
  const short = shortTimes(row, day);
  const open = hasHours(row, day);

  const part = (name: TimePart): ReactNode => (
    <span
      data-part={name}
      data-differs={differing.includes(name) || undefined}
      data-invalid={problems.some(({ field }) => field === `${day}_${name}`) || undefined}
    >
      {short[name] || '…'}
    </span>
  );
  const range = (from: TimePart, to: TimePart): ReactNode => (
    <Fragment>
      {part(from)}–{part(to)}
    </Fragment>
  );

  return (
    <td
      role="gridcell"
      data-cell={`${row.provider_id}:${day}`}
      data-day=""
      data-follows={following || undefined}
      data-differs={differing.length > 0 || undefined}
      data-clash={clashing || undefined}
      data-open={editing !== null || undefined}
      tabIndex={active ? 0 : -1}
      aria-label={nameOfCell(props, changed)}
      aria-readonly={following}
      aria-invalid={problems.length > 0 || undefined}
    >
      <span data-line="hours" data-quiet={!open || undefined}>
        {open ? range('beg', 'end') : isOffice(row) ? words.closed : words.off}
      </span>
      {(open || hasLunch(row, day)) && (
        <span data-line="lunch">
          {hasLunch(row, day) ? (
            <span>
              <span data-word="">{words.lunch} </span>
              {range('l_beg', 'l_end')}
            </span>
          ) : (
            <span data-quiet="">{words.noLunch}</span>
          )}
          <span data-total="">{hoursText(minutesOf(row).byDay[day])}</span>
        </span>
      )}
      {problems[0] && !editing && <span data-error="">{problems[0].message}</span>}
      {changed && <span data-mark="" />}
      {editing && <DayEditor {...{ row, day, office, differing, problems, changed, editing, grid }} />}
    </td>
  );
}

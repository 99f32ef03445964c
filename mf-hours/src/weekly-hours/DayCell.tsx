import { type Day, hoursText, type TimePart } from 'shared-api/contracts';
import { Fragment, memo, type ReactNode, useId } from 'react';
import { messages } from '../messages';
import { type DayTexts, hasHours, hasLunch, shortTimes } from './day-text';
import type { Problem } from './problems';

export interface DayCellProps extends DayTexts {
  id: number;
  day: Day;
  /** Name of the row, for screen readers. */
  name: string;
  kind: 'office' | 'follows' | 'own';
  /** Hours of the day, in minutes. */
  minutes: number;
  /** Fields of the day in which a provider with own hours differs from the office. */
  differing: readonly TimePart[];
  /** Validation errors of this day. */
  problems: readonly Problem[];
  /** True if the day has unsaved changes. */
  changed: boolean;
  /** True if someone else changed the day too and the conflict is unresolved. */
  inConflict: boolean;
  /** True for the one cell of the grid that Tab reaches. */
  active: boolean;
  /** True if the cell is in the selected block. */
  selected: boolean;
  /** True while the day is open for editing. */
  open: boolean;
  readOnly: boolean;
}

/** Describes the day in one sentence, for screen readers. */
export function sentenceOf(
  props: Omit<DayCellProps, 'id' | 'problems' | 'active' | 'selected' | 'open' | 'readOnly'>,
): string {
  const { name, day, kind, minutes, differing, changed, inConflict } = props;
  const facts = [
    hasHours(props)
      ? messages.weeklyHours.grid.hours(props.beg, props.end)
      : kind === 'office'
        ? messages.weeklyHours.grid.closed
        : messages.weeklyHours.grid.off,
    hasLunch(props) && messages.weeklyHours.grid.lunchHours(props.l_beg, props.l_end),
    hasHours(props) && messages.weeklyHours.grid.total(hoursText(minutes)),
    kind === 'follows' && messages.weeklyHours.grid.follows,
    differing.length > 0 && messages.weeklyHours.grid.differs(differing),
    changed && messages.weeklyHours.grid.changed,
    inConflict && messages.weeklyHours.grid.inConflict,
  ];
  return `${messages.weeklyHours.editor.label(name, day)}: ${facts.filter(Boolean).join(', ')}`;
}

/** A time. Styles hide its `:00` in narrow grids. */
function withZeros(text: string): ReactNode {
  if (!text.endsWith(':00')) return text || '…';
  return (
    <>
      <span>{text.slice(0, -3)}</span>
      <span data-zeros="">:00</span>
    </>
  );
}

/**
 * One day of one row. Its props are texts and numbers instead of the row, so that a changed time rerenders only its own
 * day.
 */
export const DayCell = memo(function DayCell(props: DayCellProps): ReactNode {
  const { id, day, kind, minutes, differing, problems, changed, inConflict, active, selected, open, readOnly } = props;
  const errorId = useId();
  const short = shortTimes(props);
  const working = hasHours(props);

  const part = (name: TimePart): ReactNode => (
    <span
      data-part={name}
      data-differs={differing.includes(name) || undefined}
      data-invalid={problems.some(({ field }) => field === `${day}_${name}`) || undefined}
    >
      {withZeros(short[name])}
    </span>
  );
  const range = (from: TimePart, to: TimePart): ReactNode => (
    <Fragment>
      {part(from)}
      <span>–</span>
      {part(to)}
    </Fragment>
  );

  return (
    <td
      role="gridcell"
      data-cell={`${id}:${day}`}
      data-day=""
      data-follows={kind === 'follows' || undefined}
      data-differs={differing.length > 0 || undefined}
      data-conflict={inConflict || undefined}
      data-open={open || undefined}
      data-selected={selected || undefined}
      tabIndex={active ? 0 : -1}
      aria-readonly={readOnly || kind === 'follows'}
      aria-selected={selected || active}
      aria-invalid={problems.length > 0 || undefined}
      aria-describedby={problems.length > 0 ? errorId : undefined}
    >
      <span data-said="">{sentenceOf(props)}</span>
      <div data-seen="" aria-hidden>
        <span data-line="hours" data-quiet={!working || undefined}>
          {working ? (
            range('beg', 'end')
          ) : (
            <span>{kind === 'office' ? messages.weeklyHours.grid.closed : messages.weeklyHours.grid.off}</span>
          )}
        </span>
        {(working || hasLunch(props)) && (
          <span data-line="lunch">
            {hasLunch(props) ? (
              <span>
                <span data-word="">{`${messages.weeklyHours.grid.lunch} `}</span>
                {range('l_beg', 'l_end')}
              </span>
            ) : (
              <span data-quiet="">{messages.weeklyHours.grid.noLunch}</span>
            )}
            <span data-total="">{hoursText(minutes)}</span>
          </span>
        )}
        {problems.length > 0 && (
          <span data-error="" id={errorId} hidden={open}>
            {problems.map(({ message }) => `${message}.`).join(' ')}
          </span>
        )}
        {changed && <span data-mark="" />}
      </div>
    </td>
  );
});

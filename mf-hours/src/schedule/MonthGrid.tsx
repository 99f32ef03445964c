import { calendarDays, dayNames, type HoursException, shortDayName } from 'shared-api/contracts';
import { color, forcedOutline, radius, styled, VisuallyHidden } from 'shared-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { exceptionText, type Names, toneOf, whatText, whoText } from './exception-text';
import { messages } from './messages';
import { exceptionsOn, firstOf, longDayName, monthName, monthOf, movedDay, sameDayIn, weeksOf } from './month';

/** Maximum number of exceptions that a day shows. */
const SHOWN = 3;

const Table = styled('table')({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  overflow: 'hidden',
  backgroundColor: color.surface,
  fontSize: 12,
  lineHeight: '16px',
  'th, td': {
    padding: 6,
    textAlign: 'left',
    verticalAlign: 'top',
    borderRight: `1px solid ${color.line}`,
    borderTop: `1px solid ${color.line}`,
  },
  'thead th': { borderTop: 0, fontWeight: 550, color: color.inkSecond },
  'th:last-child, td:last-child': { borderRight: 0 },
  td: { height: 92, cursor: 'pointer' },
  'td:hover': { backgroundColor: color.subtle },
  'td:focus-visible': { outline: `2px solid ${color.focus}`, outlineOffset: -2 },
  'td[data-outside]': { backgroundColor: color.subtle, color: color.inkThird },
  '[data-date]': { display: 'inline-block', minWidth: 22, fontWeight: 550, fontVariantNumeric: 'tabular-nums' },
  'td[data-today] [data-date]': {
    padding: '1px 6px',
    borderRadius: radius.small,
    backgroundColor: color.primaryFill,
    color: color.onPrimaryFill,
    textAlign: 'center',
    ...forcedOutline,
  },
  '[data-exception]': {
    // Two lines at most, so that three exceptions fit.
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    marginTop: 3,
    padding: '1px 5px',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    borderRadius: radius.small,
    borderLeft: '3px solid',
    fontWeight: 500,
  },
  '[data-tone=danger]': { backgroundColor: color.dangerTint, borderColor: color.danger, color: color.danger },
  '[data-tone=attention]': {
    backgroundColor: color.attentionTint,
    borderColor: color.attention,
    color: color.attention,
  },
  '[data-tone=information]': {
    backgroundColor: color.informationTint,
    borderColor: color.information,
    color: color.information,
  },
  '[data-more]': { display: 'block', marginTop: 3, color: color.inkSecond },
});

interface DayCellProps {
  date: string;
  /** The day's exceptions. */
  exceptions: readonly HoursException[];
  names: Names;
  isOutside: boolean;
  isToday: boolean;
  /** True for the one day that Tab reaches. */
  isActive: boolean;
  onFocus: () => void;
  onOpen: (date: string) => void;
}

function DayCell(props: DayCellProps): ReactNode {
  const { date, exceptions, names, isOutside, isToday, isActive, onFocus, onOpen } = props;
  const said = exceptions.map((each) => exceptionText(each, names)).join('; ') || messages.exceptions.none;
  return (
    <td
      role="gridcell"
      data-day={date}
      data-outside={isOutside ? '' : undefined}
      data-today={isToday ? '' : undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-label={`${longDayName(date)}: ${said}`}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
      onClick={() => onOpen(date)}
    >
      <span data-date="">{Number(date.slice(8))}</span>
      {exceptions.slice(0, SHOWN).map((each) => (
        <span key={each.exception_id} data-exception="" data-tone={toneOf(each)} title={exceptionText(each, names)}>
          <span>{whoText(each, names)}</span>: <span>{each.note || whatText(each)}</span>
        </span>
      ))}
      {exceptions.length > SHOWN && <span data-more="">{messages.exceptions.more(exceptions.length - SHOWN)}</span>}
    </td>
  );
}

export interface MonthGridProps {
  month: string;
  today: string;
  exceptions: readonly HoursException[];
  names: Names;
  /** Called to show another month. */
  onMonth: (month: string) => void;
  /** Called to open a day. */
  onOpen: (date: string) => void;
}

/** A month with the exceptions of each day. The grid is one tab stop and has the keyboard shortcuts of a calendar. */
export function MonthGrid({ month, today, exceptions, names, onMonth, onOpen }: MonthGridProps): ReactNode {
  const [cursor, setCursor] = useState(monthOf(today) === month ? today : firstOf(month));
  const table = useRef<HTMLTableElement>(null);
  /** True when the cursor's day should take the focus after the next render. */
  const focus = useRef(false);
  const help = useId();
  const shown = monthOf(cursor) === month ? cursor : sameDayIn(month, cursor);

  useEffect(() => {
    if (!focus.current) return;
    focus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-day="${shown}"]`)?.focus();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Enter' || event.key === ' ') onOpen(shown);
    else {
      const to = event.altKey || event.ctrlKey || event.metaKey ? undefined : movedDay(shown, event.key);
      if (to === undefined) return;
      focus.current = true;
      setCursor(to);
      if (monthOf(to) !== month) onMonth(monthOf(to));
    }
    event.preventDefault();
  };

  return (
    <>
      <Table
        ref={table}
        role="grid"
        aria-label={messages.exceptions.grid(monthName(month))}
        aria-describedby={help}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr role="row">
            {calendarDays.map((day) => (
              <th key={day} scope="col" role="columnheader" abbr={dayNames[day]} aria-label={dayNames[day]}>
                {shortDayName(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]} role="row">
              {week.map((date) => (
                <DayCell
                  key={date}
                  {...{ date, names, onOpen }}
                  exceptions={exceptionsOn(exceptions, date)}
                  isOutside={monthOf(date) !== month}
                  isToday={date === today}
                  isActive={date === shown}
                  onFocus={() => monthOf(date) === month && setCursor(date)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <VisuallyHidden id={help}>{messages.exceptions.help}</VisuallyHidden>
    </>
  );
}

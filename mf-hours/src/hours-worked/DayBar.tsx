import { addDays, isDate } from 'shared-api/contracts';
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon, color, formatDate, radius, styled } from 'shared-ui';
import { Button, IconButton, Tooltip } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from './messages';
import { dayName } from './names';
import type { Span } from './range';

const Bar = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  '& .MuiIconButton-root, & .MuiButton-root': { minWidth: 44, minHeight: 44 },
});

const Picker = styled('div')({
  position: 'relative',
  flex: 1,
  minWidth: 0,
  minHeight: 44,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 4,
  borderRadius: radius.control,
  fontSize: 17,
  lineHeight: '22px',
  fontWeight: 650,
  '&:focus-within': { outline: `2px solid ${color.focus}`, outlineOffset: -2 },
  // Stacked above the day, so that a tap opens the browser's calendar.
  '& > input': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    padding: 0,
    border: 0,
    opacity: 0,
    cursor: 'pointer',
    '&::-webkit-calendar-picker-indicator': { position: 'absolute', inset: 0, width: 'auto', height: 'auto' },
  },
});

export interface DayBarProps {
  /** The day shown, `YYYY-MM-DD`; null until known. */
  day: string | null;
  /** Today in the practice's time zone; undefined until known. */
  today: string | undefined;
  /** The days that the practice's hours cover; undefined until known. */
  bounds: Span | undefined;
  onDay: (date: string) => void;
}

/** The day that the list shows, with buttons for the adjacent days. A tap on the day opens a calendar. */
export function DayBar({ day, today, bounds, onDay }: DayBarProps): ReactNode {
  const isFirst = day === null || (bounds !== undefined && day <= bounds.start);
  const isLast = day === null || (bounds !== undefined && day >= bounds.end);
  return (
    <Bar role="group" aria-label={messages.range.bar} data-screen-only="">
      <Tooltip title={messages.day.previous}>
        <IconButton
          color="secondary"
          disabled={isFirst}
          title={isFirst && bounds ? messages.range.before(formatDate(bounds.start)) : undefined}
          onClick={() => day !== null && onDay(addDays(day, -1))}
        >
          <ChevronLeftIcon />
        </IconButton>
      </Tooltip>
      <Picker>
        <span role="status">{day === null ? '' : dayName(day)}</span>
        {day !== null && <ChevronDownIcon size={16} />}
        <input
          type="date"
          aria-label={messages.day.choose}
          value={day ?? ''}
          min={bounds?.start}
          max={bounds?.end}
          disabled={day === null}
          // The calendar opens from the whole field, not only from its icon.
          onClick={(event) => event.currentTarget.showPicker?.()}
          onChange={({ target: { value, validity } }) => {
            if (isDate(value) && validity.valid) onDay(value);
          }}
        />
      </Picker>
      {today !== undefined && day !== null && day !== today && (
        <Button onClick={() => onDay(today)}>{messages.range.today}</Button>
      )}
      <Tooltip title={messages.day.next}>
        <IconButton
          color="secondary"
          disabled={isLast}
          title={isLast && bounds ? messages.range.after(formatDate(bounds.end)) : undefined}
          onClick={() => day !== null && onDay(addDays(day, 1))}
        >
          <ChevronRightIcon />
        </IconButton>
      </Tooltip>
    </Bar>
  );
}

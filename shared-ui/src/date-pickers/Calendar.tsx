import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { styled } from '@mui/material/styles';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { color, focusRing, radius } from '../theme/tokens';

const FORMAT = 'YYYY-MM-DD';

const Month = styled(DateCalendar)({
  height: 'auto',
  minHeight: 316,
  width: 288,
  margin: 0,
  '& .MuiPickersCalendarHeader-root': { padding: '0 4px 0 12px', margin: '0 0 4px' },
  '& .MuiPickersCalendarHeader-label': { fontSize: 14, fontWeight: 600 },
  '& .MuiDayCalendar-weekDayLabel': { color: color.inkSecond, fontSize: 12 },
  '& .MuiPickerDay-root, & .MuiPickersDay-root': { borderRadius: radius.control, fontSize: 13, color: color.ink },
  '& [role=gridcell][aria-selected=true]': { backgroundColor: color.primaryFill, color: color.onPrimaryFill },
  '& button:focus-visible': focusRing,
});

export interface CalendarProps {
  /** `YYYY-MM-DD`. */
  value: string | null;
  onChoose: (date: string) => void;
}

/** A month in which a person picks a day. A separate chunk that loads when a calendar first opens. */
export function Calendar({ value, onChoose }: CalendarProps): ReactNode {
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <Month
        autoFocus
        reduceAnimations
        value={value === null ? null : dayjs(value, FORMAT)}
        onChange={(day, state) => {
          if (day && state === 'finish') onChoose(dayjs(day).format(FORMAT));
        }}
      />
    </LocalizationProvider>
  );
}

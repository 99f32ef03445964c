import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DesktopDatePicker, type DesktopDatePickerProps } from '@mui/x-date-pickers/DesktopDatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import type { ReactNode } from 'react';
import { CalendarIcon, CloseIcon } from '../icons';
import { commonMessages } from '../messages';

const messages = commonMessages.dates;

export type DatePickerProps = DesktopDatePickerProps;

const slots = {
  openPickerIcon: () => <CalendarIcon size={14} />,
  clearIcon: () => <CloseIcon size={14} />,
};

/**
 * MUI's date picker with dayjs values. Touch screens get the desktop variant, because the mobile dialog would cover the
 * form. `DateInput` adds label, help, unsaved-change mark and Revert, and uses `YYYY-MM-DD`.
 */
export function DatePicker({ slots: own, ...props }: DatePickerProps): ReactNode {
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <DesktopDatePicker format={messages.format} reduceAnimations {...props} slots={{ ...slots, ...own }} />
    </LocalizationProvider>
  );
}

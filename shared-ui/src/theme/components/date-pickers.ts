import type { Components } from '@mui/material/styles';
import type {} from '@mui/x-date-pickers/themeAugmentation';
import { color, focusRing, forcedOutline, radius, size } from '../tokens';
import { controlFrame } from './outlined-input';

/** The sections of a date look like the text of other fields. */
export const MuiPickersInputBase: NonNullable<Components['MuiPickersInputBase']> = {
  styleOverrides: {
    sectionsContainer: {
      width: 'auto',
      minHeight: `calc(${size.control} - 2px)`,
      boxSizing: 'border-box',
      alignItems: 'center',
      '.MuiPickersOutlinedInput-root &': { padding: '4px 9px', opacity: 1 },
      // An empty section shows its part of the format.
      '& [role=spinbutton]:not([aria-valuenow])': { color: color.inkThird },
      // As do the separators of an empty date.
      '&:not(:has([aria-valuenow]))': { color: color.inkThird },
      '& [role=spinbutton]::selection': { color: color.onPrimaryFill, backgroundColor: color.primaryFill },
      '.Mui-disabled &': { color: color.inkThird, cursor: 'not-allowed' },
    },
  },
};

export const MuiPickersOutlinedInput: NonNullable<Components['MuiPickersOutlinedInput']> = {
  styleOverrides: {
    root: { ...controlFrame, paddingRight: 3 },
    notchedOutline: { display: 'none' },
  },
};

export const MuiPickerPopper: NonNullable<Components['MuiPickerPopper']> = {
  styleOverrides: {
    paper: {
      margin: '4px 0',
      border: `1px solid ${color.line}`,
      borderRadius: radius.panel,
      boxShadow: color.shadow,
      backgroundColor: color.surface,
    },
  },
};

export const MuiDateCalendar: NonNullable<Components['MuiDateCalendar']> = {
  styleOverrides: {
    root: {
      width: 312,
      height: 'auto',
      minHeight: 340,
      padding: 12,
      '& .MuiDayCalendar-weekDayLabel': { color: color.inkSecond, fontSize: 12 },
      '& button:focus-visible': focusRing,
      // Otherwise the arrows would shrink below the size of a touch target.
      '& .MuiPickersArrowSwitcher-button': { width: 32, height: 32, flex: 'none', margin: 0 },
    },
  },
};

export const MuiPickersCalendarHeader: NonNullable<Components['MuiPickersCalendarHeader']> = {
  styleOverrides: {
    root: { padding: '0 4px 0 12px', margin: '0 0 4px' },
    label: { fontSize: 14, fontWeight: 600 },
  },
};

/**
 * A selected day or year has the color of a filled button. MUI's own text color is too dark on it in the dark scheme.
 */
const chosen = { backgroundColor: color.primaryFill, color: color.onPrimaryFill, ...forcedOutline } as const;

export const MuiYearCalendar: NonNullable<Components['MuiYearCalendar']> = {
  styleOverrides: {
    button: {
      fontSize: 13,
      color: color.ink,
      '&.Mui-selected, &.Mui-selected:is(:hover, :focus)': chosen,
    },
  },
};

export const MuiPickerDay: NonNullable<Components['MuiPickerDay']> = {
  styleOverrides: {
    root: {
      borderRadius: radius.control,
      fontSize: 13,
      color: color.ink,
      '&[aria-selected=true], &[aria-selected=true]:is(:hover, :focus)': chosen,
    },
  },
};

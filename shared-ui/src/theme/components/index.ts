/** Overrides of MUI's components, one file per component. They apply the tokens to MUI's own components. */
import type { Components } from '@mui/material/styles';
import { MuiAlert, MuiAlertTitle } from './alert';
import { MuiBackdrop } from './backdrop';
import { MuiButton } from './button';
import { MuiButtonBase } from './button-base';
import { MuiCheckbox } from './checkbox';
import { MuiChip } from './chip';
import { MuiDataGrid } from './data-grid';
import {
  MuiDateCalendar,
  MuiPickerDay,
  MuiPickerPopper,
  MuiPickersCalendarHeader,
  MuiPickersInputBase,
  MuiPickersOutlinedInput,
  MuiYearCalendar,
} from './date-pickers';
import { MuiDialog, MuiDialogActions, MuiDialogContent, MuiDialogTitle } from './dialog';
import { MuiDivider } from './divider';
import { MuiDrawer } from './drawer';
import { MuiFormControl, MuiFormControlLabel, MuiFormHelperText, MuiFormLabel, MuiInputLabel } from './form-control';
import { MuiIconButton } from './icon-button';
import { MuiLinearProgress } from './linear-progress';
import { MuiLink } from './link';
import { MuiMenu } from './menu';
import { MuiMenuItem } from './menu-item';
import { MuiInputAdornment, MuiInputBase, MuiNativeSelect, MuiOutlinedInput } from './outlined-input';
import { MuiPaginationItem } from './pagination';
import { MuiPaper } from './paper';
import { MuiPopover } from './popover';
import { MuiRadio } from './radio';
import { MuiAutocomplete, MuiSelect } from './select';
import { MuiSkeleton } from './skeleton';
import { MuiStack } from './stack';
import { MuiSwitch } from './switch';
import { MuiTable, MuiTableCell, MuiTableRow, MuiTableSortLabel } from './table';
import { MuiTab, MuiTabs } from './tabs';
import { MuiToggleButton, MuiToggleButtonGroup } from './toggle-button';
import { MuiTooltip } from './tooltip';
import { MuiTypography } from './typography';

export const components: Components = {
  MuiAlert,
  MuiAlertTitle,
  MuiAutocomplete,
  MuiBackdrop,
  MuiButton,
  MuiButtonBase,
  MuiCheckbox,
  MuiChip,
  MuiDataGrid,
  MuiDateCalendar,
  MuiDialog,
  MuiDialogActions,
  MuiDialogContent,
  MuiDialogTitle,
  MuiDivider,
  MuiDrawer,
  MuiFormControl,
  MuiFormControlLabel,
  MuiFormHelperText,
  MuiFormLabel,
  MuiIconButton,
  MuiInputAdornment,
  MuiInputBase,
  MuiInputLabel,
  MuiLinearProgress,
  MuiLink,
  MuiMenu,
  MuiMenuItem,
  MuiNativeSelect,
  MuiOutlinedInput,
  MuiPaginationItem,
  MuiPaper,
  MuiPickerDay,
  MuiYearCalendar,
  MuiPickerPopper,
  MuiPickersCalendarHeader,
  MuiPickersInputBase,
  MuiPickersOutlinedInput,
  MuiPopover,
  MuiRadio,
  MuiSelect,
  MuiSkeleton,
  MuiStack,
  MuiSwitch,
  MuiTab,
  MuiTable,
  MuiTableCell,
  MuiTableRow,
  MuiTableSortLabel,
  MuiTabs,
  MuiToggleButton,
  MuiToggleButtonGroup,
  MuiTooltip,
  MuiTypography,
};

/** Date fields, a separate kit entry that the shell shares with modules. */
export { DateInput, type DateInputProps, UNREADABLE_DATE } from './DateInput';
export { type DateRange, DateRangeInput, type DateRangeInputProps, isReversed } from './DateRangeInput';
export { DatePicker, type DatePickerProps } from './DatePicker';

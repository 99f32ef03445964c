/** Date fields: a separate entry, which the shell shares with the modules that use it. */
export { DateInput, type DateInputProps, UNREADABLE_DATE } from './DateInput';

/** Date fields: an entry of its own, which the shell provides to the modules that ask for it. */
export { DateInput, type DateInputProps, UNREADABLE_DATE } from './DateInput';

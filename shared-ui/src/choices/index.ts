/** Choice fields: checkbox, switch and native select. Small enough for the first page of any module. */
export type { FieldOwnProps } from '../fields/own-props';
export { default as Checkbox } from '@mui/material/Checkbox';
export { CheckboxField, type CheckboxFieldProps } from './CheckboxField';
export { default as NativeSelect } from '@mui/material/NativeSelect';
export { SelectField, type SelectFieldProps, type SelectOption } from './SelectField';
export { default as Switch } from '@mui/material/Switch';
export { SwitchField, type SwitchFieldProps } from './SwitchField';

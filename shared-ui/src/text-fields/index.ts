/** Text fields, and `Field`, which adds label, help, error and unsaved-change mark to any other control. */
export type { FieldOwnProps } from '../fields/own-props';
export { Field, type FieldControl } from './Field';
export { default as FormControl } from '@mui/material/FormControl';
export { default as FormHelperText } from '@mui/material/FormHelperText';
export { default as FormLabel } from '@mui/material/FormLabel';
export { default as InputAdornment } from '@mui/material/InputAdornment';
export { NumberField, type NumberFieldProps } from './NumberField';
export { default as OutlinedInput } from '@mui/material/OutlinedInput';
export { PasswordField, type PasswordFieldProps } from './PasswordField';
export { TextField, type TextFieldProps } from './TextField';

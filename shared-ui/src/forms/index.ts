/**
 * MUI's form components under the kit's theme, with MUI's own names and props. The components named `…Field` have a label,
 * help, an error, and what MUI has not: the mark of an unsaved change and a button that reverts it. `Field` gives the same
 * to any other control.
 * `MultiSelect` adds it to each value of an Autocomplete.
 */
export type { FieldOwnProps } from '../fields/own-props';
export { default as Autocomplete } from '@mui/material/Autocomplete';
export { default as Checkbox } from '@mui/material/Checkbox';
export { CheckboxField, type CheckboxFieldProps } from './CheckboxField';
export { Field, type FieldControl } from './Field';
export { default as FormControl } from '@mui/material/FormControl';
export { default as FormControlLabel } from '@mui/material/FormControlLabel';
export { default as FormHelperText } from '@mui/material/FormHelperText';
export { default as FormLabel } from '@mui/material/FormLabel';
export { default as InputAdornment } from '@mui/material/InputAdornment';
export { MultiSelect, type MultiSelectProps } from './MultiSelect';
export { default as NativeSelect } from '@mui/material/NativeSelect';
export { NumberField, type NumberFieldProps } from './NumberField';
export { default as OutlinedInput } from '@mui/material/OutlinedInput';
export { PasswordField, type PasswordFieldProps } from './PasswordField';
export { default as Radio } from '@mui/material/Radio';
export { default as RadioGroup } from '@mui/material/RadioGroup';
export { default as Select } from '@mui/material/Select';
export { SelectField, type SelectFieldProps, type SelectOption } from './SelectField';
export { default as Switch } from '@mui/material/Switch';
export { SwitchField, type SwitchFieldProps } from './SwitchField';
export { TextField, type TextFieldProps } from './TextField';
export { default as useAutocomplete } from '@mui/material/useAutocomplete';

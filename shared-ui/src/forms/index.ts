/**
 * MUI's form components under the kit's theme, with MUI's own names and props. Components named `XField` have a label,
 * help, an error and, beyond MUI, an unsaved-change mark and a Revert button. `Field` adds these to any other control,
 * and `MultiSelect` adds them to each value of an Autocomplete.
 *
 * To load less, import from `shared-ui/choices` and `shared-ui/text-fields` have no lists that open.
 */
export * from '../choices';
export * from '../text-fields';
export { default as Autocomplete } from '@mui/material/Autocomplete';
export { default as FormControlLabel } from '@mui/material/FormControlLabel';
export { MultiSelect, type MultiSelectProps } from './MultiSelect';
export { default as Radio } from '@mui/material/Radio';
export { default as RadioGroup } from '@mui/material/RadioGroup';
export { default as Select } from '@mui/material/Select';
export { default as useAutocomplete } from '@mui/material/useAutocomplete';

/**
 * MUI's form components under the kit's theme, with MUI's own names and props. The components named `…Field` have a label,
 * help, an error, and what MUI has not: the mark of an unsaved change and a button that reverts it. `Field` gives the same
 * to any other control.
 * `MultiSelect` adds it to each value of an Autocomplete.
 *
 * A page that needs only some of them loads less: `shared-ui/choices` and `shared-ui/text-fields` have no lists that open.
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

export { Checkbox, type CheckboxProps, Switch, type SwitchProps } from './Checkbox';
export { CheckboxList, type CheckboxListProps, type Choice } from './CheckboxList';
export { controlStyle, type FieldProps } from './Field';
export { MultiSelect, type MultiSelectProps } from './MultiSelect';
export { SearchInput, type SearchInputProps } from './SearchInput';
export { SelectInput, type SelectInputProps, type SelectOption } from './SelectInput';
export {
  NumberInput,
  type NumberInputProps,
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from './TextInput';
export { ChoiceButtons, type ChoiceButtonsProps, ToggleButton, type ToggleButtonProps } from './ToggleButton';

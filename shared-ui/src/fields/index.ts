export { CheckboxList, type CheckboxListProps, type Choice } from './CheckboxList';
export { FoldedFilters, type FoldedFiltersProps } from './FoldedFilters';
export { controlStyle } from './Field';
export { SearchInput, type SearchInputProps } from './SearchInput';
export { ChoiceButtons, type ChoiceButtonsProps } from './ChoiceButtons';

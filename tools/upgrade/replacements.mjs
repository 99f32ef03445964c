// @ts-check
/**
 * The kit's former names, with what replaces each. The next major version of the kit lacks them; lint refuses them in
 * modules and the shell.
 * @type {Record<string, string>}
 */
export const replacements = {
  Box: 'Box of shared-ui/mui',
  Button: 'Button of shared-ui/mui',
  ButtonProps: 'ButtonProps of shared-ui/mui',
  ButtonVariant: "the variant and color of MUI's button",
  Checkbox: 'CheckboxField of shared-ui/forms',
  Chip: 'Chip of shared-ui/mui, or RemovableChip',
  Dialog: 'TitledDialog',
  Divider: 'Divider of shared-ui/mui',
  Drawer: 'Drawer of shared-ui/mui',
  FieldProps: 'FieldOwnProps of shared-ui/forms',
  IconButton: 'IconButton and Tooltip of shared-ui/mui',
  Link: 'Link of shared-ui/mui, or NewTabLink',
  Menu: 'ActionMenu',
  Notice: 'Alert of shared-ui/mui',
  NoticeProps: 'AlertProps of shared-ui/mui',
  NumberInput: 'NumberField of shared-ui/forms',
  PasswordInput: 'PasswordField of shared-ui/forms',
  Popover: 'PopoverDialog',
  SelectInput: 'SelectField of shared-ui/forms',
  SelectOption: 'SelectOption of shared-ui/forms',
  Skeleton: 'Skeleton of shared-ui/mui',
  Stack: 'Stack of shared-ui/mui',
  Switch: 'SwitchField of shared-ui/forms',
  Text: 'Typography of shared-ui/mui',
  TextInput: 'TextField of shared-ui/forms',
  TextInputProps: 'TextFieldProps of shared-ui/forms',
  ToggleButton: 'ToggleButton of shared-ui/mui',
  Tooltip: 'Tooltip of shared-ui/mui',
};

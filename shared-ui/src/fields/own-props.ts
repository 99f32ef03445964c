import type { ReactNode } from 'react';
import type { FieldProps } from './Field';

/** Props that all fields share, named as in MUI where possible. */
export interface FieldOwnProps {
  label: string;
  /** The label is for screen readers only, because a column or group header shows it. */
  hideLabel?: boolean | undefined;
  /** Help below the field: its purpose, or why it's read-only. */
  helperText?: ReactNode;
  /** The error message, below the outlined field and above the help. */
  errorText?: string | undefined;
  /** True if the value has an unsaved change. */
  modified?: boolean | undefined;
  /** Reverts this field. Offered while it is modified. */
  onReset?: (() => void) | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  /** Name in the form, which uses it to find the first error. */
  name?: string | undefined;
}

/** Splits field props from control props. */
export function splitOwnProps<Props extends FieldOwnProps>(
  props: Props,
): { field: FieldProps; rest: Omit<Props, keyof FieldOwnProps> } {
  const { label, hideLabel, helperText, errorText, modified, onReset, disabled, required, name, ...rest } = props;
  const field: FieldProps = {
    label,
    error: errorText,
    ...(hideLabel !== undefined && { hideLabel }),
    ...(helperText !== undefined && { help: helperText }),
    ...(modified !== undefined && { modified }),
    ...(onReset && { onReset }),
    ...(disabled !== undefined && { disabled }),
    ...(required !== undefined && { required }),
    ...(name !== undefined && { name }),
  };
  return { field, rest };
}

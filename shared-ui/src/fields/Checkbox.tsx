import type { ComponentProps, ReactNode } from 'react';
import { CheckboxField } from '../choices/CheckboxField';
import { SwitchField } from '../choices/SwitchField';
import { splitField } from './control-props';
import type { FieldProps } from './Field';
import { toOwnProps } from './own-props';

type Native = Omit<ComponentProps<'input'>, keyof FieldProps | 'checked' | 'onChange' | 'type' | 'size' | 'id' | 'ref'>;

/** Other attributes, such as `tabIndex`, go to the input. */
export interface CheckboxProps extends FieldProps, Native {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Some of the items that it represents are selected. */
  indeterminate?: boolean;
  /** For use inside rows of a grid. */
  small?: boolean;
}

/** A checkbox with a label. @deprecated Use `CheckboxField` of `shared-ui/forms`. */
export function Checkbox(props: CheckboxProps): ReactNode {
  const { field, rest } = splitField(props);
  const { onChange, small = false, ...others } = rest;
  return (
    <CheckboxField
      {...others}
      {...toOwnProps(field)}
      size={small ? 'small' : 'medium'}
      onChange={(_, checked) => onChange(checked)}
    />
  );
}

export interface SwitchProps extends FieldProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch with a label. @deprecated Use `SwitchField` of `shared-ui/forms`. */
export function Switch({ checked, onChange, ...field }: SwitchProps): ReactNode {
  return <SwitchField {...toOwnProps(field)} checked={checked} onChange={(_, next) => onChange(next)} />;
}

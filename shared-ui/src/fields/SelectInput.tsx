import type { ReactNode } from 'react';
import { SelectField, type SelectFieldProps } from '../choices/SelectField';
import { splitField } from './control-props';
import type { FieldProps } from './Field';
import { toOwnProps } from './own-props';

export type { SelectOption } from '../choices/SelectField';

export interface SelectInputProps<Value extends string>
  extends FieldProps, Pick<SelectFieldProps<Value>, 'value' | 'options'> {
  onChange: (value: Value) => void;
}

/** Selects one of a few values with the browser's native list. @deprecated Use `SelectField` of `shared-ui/forms`. */
export function SelectInput<Value extends string>(props: SelectInputProps<Value>): ReactNode {
  const { field, rest } = splitField(props);
  const { onChange, ...others } = rest;
  return <SelectField {...others} {...toOwnProps(field)} onChange={(event) => onChange(event.target.value)} />;
}

import OutlinedInput from '@mui/material/OutlinedInput';
import type { ComponentPropsWithRef, HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { NumberField } from '../text-fields/NumberField';
import { PasswordField } from '../text-fields/PasswordField';
import { controlProps, splitField } from './control-props';
import { FieldFrame, type FieldProps, useFieldIds } from './Field';
import { toOwnProps } from './own-props';

export { controlProps, splitField } from './control-props';

type Native = Omit<ComponentPropsWithRef<'input'>, keyof FieldProps | 'value' | 'onChange' | 'type' | 'size' | 'id'>;

export interface TextInputProps extends FieldProps, Native {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'time';
  /** As in HTML. */
  autoComplete?: HTMLInputAutoCompleteAttribute;
}

/** One line of text. @deprecated Use `TextField` of `shared-ui/forms`. */
export function TextInput(props: TextInputProps): ReactNode {
  const { field, rest } = splitField(props);
  const { value, onChange, type = 'text', ...native } = rest;
  const ids = useFieldIds(field);
  return (
    <FieldFrame field={field} ids={ids}>
      <OutlinedInput
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{ input: { ...native, ...controlProps(field, ids) } }}
      />
    </FieldFrame>
  );
}

export type PasswordInputProps = Omit<TextInputProps, 'type' | 'autoComplete'> & {
  autoComplete?: 'current-password' | 'new-password';
};

/** A password, which can be shown while it is typed. @deprecated Use `PasswordField` of `shared-ui/forms`. */
export function PasswordInput(props: PasswordInputProps): ReactNode {
  const { field, rest } = splitField(props);
  const { onChange, ...native } = rest;
  return <PasswordField {...native} {...toOwnProps(field)} onChange={(event) => onChange(event.target.value)} />;
}

export interface NumberInputProps extends FieldProps {
  value: number | null;
  /** Null if the field is empty or not a number. */
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  /** The unit after the number: "hours". */
  unit?: string;
  width?: number;
}

/** A number. @deprecated Use `NumberField` of `shared-ui/forms`. */
export function NumberInput(props: NumberInputProps): ReactNode {
  const { field, rest } = splitField(props);
  const { onChange, ...others } = rest;
  return <NumberField {...others} {...toOwnProps(field)} onValueChange={onChange} />;
}

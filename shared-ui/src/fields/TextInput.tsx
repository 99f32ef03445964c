import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ComponentPropsWithRef, HTMLInputAutoCompleteAttribute, ReactNode, WheelEvent } from 'react';
import { useState } from 'react';
import { IconButton } from '../actions/IconButton';
import { EyeIcon, EyeOffIcon } from '../icons';
import { commonMessages } from '../messages';
import { FieldFrame, type FieldProps, useFieldIds } from './Field';

type Native = Omit<ComponentPropsWithRef<'input'>, keyof FieldProps | 'value' | 'onChange' | 'type' | 'size' | 'id'>;

export interface TextInputProps extends FieldProps, Native {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'time';
  /** As in HTML. */
  autoComplete?: HTMLInputAutoCompleteAttribute;
}

/** Separates the props of the field from those of the control. */
export function splitField<Props extends FieldProps>(
  props: Props,
): { field: FieldProps; rest: Omit<Props, keyof FieldProps> } {
  const { label, hideLabel, help, error, modified, onReset, disabled, required, name, ...rest } = props;
  const field: FieldProps = {
    label,
    error,
    ...(hideLabel !== undefined && { hideLabel }),
    ...(help !== undefined && { help }),
    ...(modified !== undefined && { modified }),
    ...(onReset && { onReset }),
    ...(disabled !== undefined && { disabled }),
    ...(required !== undefined && { required }),
    ...(name !== undefined && { name }),
  };
  return { field, rest };
}

/** The attributes of a control inside a `FieldFrame`. */
export function controlProps(field: FieldProps, ids: ReturnType<typeof useFieldIds>) {
  return {
    id: ids.id,
    'aria-describedby': ids['aria-describedby'],
    'aria-invalid': ids['aria-invalid'],
    disabled: field.disabled,
    'aria-required': field.required,
    name: field.name,
    'data-modified': field.modified ? '' : undefined,
  } as const;
}

/** One line of text. */
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

/** A password, which can be shown while it is typed. */
export function PasswordInput(props: PasswordInputProps): ReactNode {
  const { field, rest } = splitField(props);
  const { value, onChange, autoComplete = 'current-password', ...native } = rest;
  const ids = useFieldIds(field);
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame field={field} ids={ids}>
      <OutlinedInput
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{
          input: { spellCheck: false, autoCapitalize: 'none', ...native, ...controlProps(field, ids) },
        }}
        endAdornment={
          <InputAdornment position="end">
            <IconButton
              small
              label={shown ? commonMessages.hidePassword : commonMessages.showPassword}
              icon={shown ? <EyeOffIcon /> : <EyeIcon />}
              onClick={() => setShown(!shown)}
            />
          </InputAdornment>
        }
      />
    </FieldFrame>
  );
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

/** A number. The arrow keys change it. The wheel doesn't, because scrolling past a field must not change it. */
export function NumberInput(props: NumberInputProps): ReactNode {
  const { field, rest } = splitField(props);
  const { value, onChange, min, max, step = 1, unit, width } = rest;
  const [unreadable, setUnreadable] = useState(false);
  const shown = { ...field, error: field.error ?? (unreadable ? commonMessages.notANumber : undefined) };
  const ids = useFieldIds(shown);
  return (
    <FieldFrame field={shown} ids={ids}>
      <OutlinedInput
        type="number"
        value={value ?? ''}
        style={{ width }}
        onChange={(event) => {
          const { valueAsNumber, validity } = event.target as HTMLInputElement;
          setUnreadable(validity.badInput);
          onChange(Number.isNaN(valueAsNumber) ? null : valueAsNumber);
        }}
        slotProps={{
          input: {
            ...controlProps(shown, ids),
            ...{ min, max, step },
            inputMode: Number.isInteger(step) ? 'numeric' : 'decimal',
            onWheel: (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur(),
          },
        }}
        endAdornment={
          unit !== undefined && (
            <InputAdornment position="end" aria-hidden>
              {unit}
            </InputAdornment>
          )
        }
      />
    </FieldFrame>
  );
}

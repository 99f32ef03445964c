import { styled } from '@mui/material/styles';
import type { ComponentPropsWithRef, HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { useState } from 'react';
import { IconButton } from '../actions/IconButton';
import { EyeIcon, EyeOffIcon } from '../icons';
import { commonMessages } from '../messages';
import { color } from '../theme/tokens';
import { controlStyle, FieldFrame, type FieldProps, useFieldIds } from './Field';

export const Control = styled('input')(controlStyle);

const Around = styled('div')({ position: 'relative', display: 'flex' });

const Unit = styled('span')({
  position: 'absolute',
  right: 10,
  top: 0,
  bottom: 0,
  display: 'flex',
  alignItems: 'center',
  color: color.inkThird,
  pointerEvents: 'none',
  fontSize: 13,
});

type Native = Omit<ComponentPropsWithRef<'input'>, keyof FieldProps | 'value' | 'onChange' | 'type' | 'size' | 'id'>;

export interface TextInputProps extends FieldProps, Native {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'time';
  /** Numbers in words of the browser's own keyboard choice. */
  autoComplete?: HTMLInputAutoCompleteAttribute;
}

/** Takes the field's own props out, so that the rest can go to the control. */
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

/** What a control inside a `FieldFrame` gets from its field. */
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
      <Control
        {...native}
        {...controlProps(field, ids)}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
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
      <Around>
        <Control
          {...native}
          {...controlProps(field, ids)}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          spellCheck={false}
          autoCapitalize="none"
          value={value}
          style={{ paddingRight: 38 }}
          onChange={(event) => onChange(event.target.value)}
        />
        <span style={{ position: 'absolute', right: 4, top: 0, bottom: 0, display: 'flex', alignItems: 'center' }}>
          <IconButton
            small
            label={shown ? commonMessages.hidePassword : commonMessages.showPassword}
            icon={shown ? <EyeOffIcon /> : <EyeIcon />}
            onClick={() => setShown(!shown)}
          />
        </span>
      </Around>
    </FieldFrame>
  );
}

const Figures = styled(Control)({
  textAlign: 'right',
  appearance: 'textfield',
  '&::-webkit-inner-spin-button, &::-webkit-outer-spin-button': { appearance: 'none', margin: 0 },
});

export interface NumberInputProps extends FieldProps {
  value: number | null;
  /** Null if the field is empty or not a number. */
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  /** Behind the figure: "hours". */
  unit?: string;
  width?: number;
}

/** A number. Arrow keys step it; the wheel does not, since scrolling past a field must not change it. */
export function NumberInput(props: NumberInputProps): ReactNode {
  const { field, rest } = splitField(props);
  const { value, onChange, min, max, step = 1, unit, width } = rest;
  const [unreadable, setUnreadable] = useState(false);
  const shown = { ...field, error: field.error ?? (unreadable ? commonMessages.notANumber : undefined) };
  const ids = useFieldIds(shown);
  return (
    <FieldFrame field={shown} ids={ids}>
      <Around style={{ width }}>
        <Figures
          {...controlProps(shown, ids)}
          {...{ min, max, step }}
          type="number"
          inputMode={Number.isInteger(step) ? 'numeric' : 'decimal'}
          value={value ?? ''}
          style={unit === undefined ? undefined : { paddingRight: 18 + unit.length * 8 }}
          onWheel={(event) => event.currentTarget.blur()}
          onChange={(event) => {
            const { valueAsNumber, validity } = event.target;
            setUnreadable(validity.badInput);
            onChange(Number.isNaN(valueAsNumber) ? null : valueAsNumber);
          }}
        />
        {unit !== undefined && <Unit aria-hidden>{unit}</Unit>}
      </Around>
    </FieldFrame>
  );
}

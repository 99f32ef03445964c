import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ComponentProps, ReactNode } from 'react';
import { ChevronDownIcon } from '../icons';
import { FieldFrame, type FieldProps, useFieldIds } from './Field';
import { controlProps, splitField } from './TextInput';

const Arrow = (props: ComponentProps<typeof ChevronDownIcon>): ReactNode => <ChevronDownIcon {...props} size={16} />;

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

export interface SelectInputProps<Value extends string> extends FieldProps {
  value: Value;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
}

/** Selects one of a few values with the browser's native list, which works with every keyboard and phone. */
export function SelectInput<Value extends string>(props: SelectInputProps<Value>): ReactNode {
  const { field, rest } = splitField(props);
  const { value, options, onChange } = rest;
  const ids = useFieldIds(field);
  return (
    <FieldFrame field={field} ids={ids}>
      <NativeSelect
        input={<OutlinedInput />}
        IconComponent={Arrow}
        inputProps={controlProps(field, ids)}
        value={value}
        onChange={(event) => {
          const chosen = options[event.target.selectedIndex];
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </FieldFrame>
  );
}

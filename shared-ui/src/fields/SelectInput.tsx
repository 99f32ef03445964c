import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { ChevronDownIcon } from '../icons';
import { color } from '../theme/tokens';
import { controlStyle, FieldFrame, type FieldProps, useFieldIds } from './Field';
import { controlProps, splitField } from './TextInput';

const Around = styled('div')({ position: 'relative', display: 'flex', minWidth: 0 });

const Control = styled('select')({
  ...controlStyle,
  appearance: 'none',
  paddingRight: 32,
  textOverflow: 'ellipsis',
  cursor: 'pointer',
  '& option': { backgroundColor: color.surface, color: color.ink },
});

const Arrow = styled('span')({
  position: 'absolute',
  right: 10,
  top: 0,
  bottom: 0,
  display: 'flex',
  alignItems: 'center',
  color: color.inkSecond,
  pointerEvents: 'none',
});

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
      <Around>
        <Control
          {...controlProps(field, ids)}
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
        </Control>
        <Arrow>
          <ChevronDownIcon />
        </Arrow>
      </Around>
    </FieldFrame>
  );
}

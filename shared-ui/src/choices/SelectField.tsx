import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ComponentProps, ReactNode } from 'react';
import { controlProps } from '../fields/control-props';
import { FieldFrame, useFieldIds } from '../fields/Field';
import { type FieldOwnProps, splitOwnProps } from '../fields/own-props';
import { ChevronDownIcon } from '../icons';

const Arrow = (props: ComponentProps<typeof ChevronDownIcon>): ReactNode => <ChevronDownIcon {...props} size={16} />;

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps<Value extends string> extends FieldOwnProps {
  value: Value;
  options: readonly SelectOption<Value>[];
  /** As in MUI. The value is that of one option. */
  onChange: (event: { target: { value: Value } }) => void;
}

/**
 * MUI's native select from a list of options. The browser's own list works well with every keyboard and phone.
 *
 * @example
 * const [kind, setKind] = useState<'surgery' | 'office'>('surgery');
 * const options = [
 *   { value: 'surgery', label: 'Surgery' },
 *   { value: 'office', label: 'Office' },
 * ] as const;
 * return <SelectField label="Kind" value={kind} options={options} onChange={(event) => setKind(event.target.value)} />;
 */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>): ReactNode {
  const { field, rest } = splitOwnProps(props);
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
          const selected = options[event.target.selectedIndex];
          if (selected) onChange({ target: { value: selected.value } });
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

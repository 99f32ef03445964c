import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useState, type WheelEvent } from 'react';
import { controlProps } from '../fields/control-props';
import { FieldFrame, useFieldIds } from '../fields/Field';
import { type FieldOwnProps, splitOwnProps } from '../fields/own-props';
import { commonMessages } from '../messages';

export interface NumberFieldProps extends FieldOwnProps {
  value: number | null;
  /** Null if the field is empty or not a number. */
  onValueChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  /** The unit after the number: "hours". */
  unit?: string;
  /** In pixels. */
  width?: number;
}

/**
 * A number field. The arrow keys change the number. The mouse wheel doesn't, because scrolling past a field must not
 * change it.
 *
 * @example
 * const [chairs, setChairs] = useState<number | null>(1);
 * return <NumberField label="Chairs" value={chairs} min={0} max={20} onValueChange={setChairs} />;
 */
export function NumberField(props: NumberFieldProps): ReactNode {
  const { field, rest } = splitOwnProps(props);
  const { value, onValueChange, min, max, step = 1, unit, width } = rest;
  const [typed, setTyped] = useState({ value, isUnreadable: false, key: 0 });
  // An external change, such as a revert, also replaces text that isn't a number, which the browser would keep.
  if (typed.value !== value)
    setTyped({ value, isUnreadable: false, key: typed.isUnreadable ? typed.key + 1 : typed.key });
  const shown = { ...field, error: field.error ?? (typed.isUnreadable ? commonMessages.notANumber : undefined) };
  const ids = useFieldIds(shown);
  return (
    <FieldFrame field={shown} ids={ids}>
      <OutlinedInput
        key={typed.key}
        type="number"
        value={value ?? ''}
        style={{ width }}
        onChange={(event) => {
          const { valueAsNumber, validity } = event.target as HTMLInputElement;
          const next = Number.isNaN(valueAsNumber) ? null : valueAsNumber;
          setTyped({ ...typed, value: next, isUnreadable: validity.badInput });
          onValueChange(next);
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

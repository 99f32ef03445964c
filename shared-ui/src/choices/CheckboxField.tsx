import MuiCheckbox from '@mui/material/Checkbox';
import type { ChangeEvent, ComponentProps, ReactNode } from 'react';
import { FieldNotes, ModifiedMark, useFieldIds } from '../fields/Field';
import { type FieldOwnProps, splitOwnProps } from '../fields/own-props';
import { visuallyHidden } from '../layout/VisuallyHidden';
import { ChoiceLabel, ChoiceNotes, ChoiceRow } from './choice-layout';

const INDENT = 16 + 8;
const SMALL_INDENT = 14 + 6;

type Native = Omit<
  ComponentProps<'input'>,
  keyof FieldOwnProps | 'checked' | 'onChange' | 'type' | 'size' | 'id' | 'ref'
>;

/** Other attributes, such as `tabIndex`, go to the input. */
export interface CheckboxFieldProps extends FieldOwnProps, Native {
  checked: boolean;
  /** As in MUI. */
  onChange: (event: ChangeEvent<HTMLInputElement>, checked: boolean) => void;
  /** True if only some of its items are selected. */
  indeterminate?: boolean;
  /** As in MUI; `small` for rows of a grid. */
  size?: 'small' | 'medium';
}

/**
 * MUI's checkbox with label, help, error and unsaved-change mark.
 *
 * @example
 * const [checked, setChecked] = useState(false);
 * return <CheckboxField label="Has a window" checked={checked} onChange={(_event, next) => setChecked(next)} />;
 */
export function CheckboxField(props: CheckboxFieldProps): ReactNode {
  const { field, rest } = splitOwnProps(props);
  const { checked, onChange, indeterminate = false, size = 'medium', ...native } = rest;
  const small = size === 'small';
  const ids = useFieldIds(field);
  const { label, hideLabel, disabled = false, required, name, modified, onReset, help, error } = field;
  return (
    <div>
      <ChoiceRow small={small}>
        <ChoiceLabel disabled={disabled} small={small}>
          <MuiCheckbox
            size={size}
            {...{ checked, disabled, indeterminate }}
            onChange={onChange}
            slotProps={{
              input: {
                ...native,
                id: ids.id,
                ...{ name, required },
                'aria-describedby': ids['aria-describedby'],
                'aria-invalid': ids['aria-invalid'],
              },
            }}
          />
          <span style={hideLabel ? visuallyHidden : undefined}>{label}</span>
        </ChoiceLabel>
        {modified && <ModifiedMark id={ids.id} label={label} onReset={onReset} />}
      </ChoiceRow>
      <ChoiceNotes indent={small ? SMALL_INDENT : INDENT}>
        <FieldNotes helpId={ids.helpId} errorId={ids.errorId} help={help} error={error} />
      </ChoiceNotes>
    </div>
  );
}

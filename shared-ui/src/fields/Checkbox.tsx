import MuiCheckbox from '@mui/material/Checkbox';
import MuiSwitch from '@mui/material/Switch';
import { styled } from '@mui/material/styles';
import type { ComponentProps, ReactNode } from 'react';
import { visuallyHidden } from '../layout/Stack';
import { color, size } from '../theme/tokens';
import { FieldNotes, type FieldProps, ModifiedMark, useFieldIds } from './Field';
import { splitField } from './TextInput';
import { ownProps } from '../theme/styled-props';

const Row = styled(
  'div',
  ownProps('small'),
)<{ small: boolean }>(({ small }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: small ? 24 : size.control,
  ...(small && { '@media (pointer: coarse)': { minHeight: 32 } }),
}));

const Label = styled(
  'label',
  ownProps('disabled', 'small'),
)<{
  disabled: boolean;
  small: boolean;
}>(({ disabled, small }) => ({
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: 8,
  padding: '4px 0',
  cursor: disabled ? 'not-allowed' : 'pointer',
  color: disabled ? color.inkThird : color.ink,
  ...(small && { fontSize: 12, lineHeight: '16px', gap: 6, color: disabled ? color.inkThird : color.inkSecond }),
}));

/** Help and errors start below the label, not below the box. */
const Notes = styled('div', ownProps('indent'))<{ indent: number }>(({ indent }) => ({ marginLeft: indent }));

const CHECKBOX_INDENT = 16 + 8;
const SMALL_CHECKBOX_INDENT = 14 + 6;
const SWITCH_INDENT = 30 + 8;

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

/** A checkbox with a label. */
export function Checkbox(props: CheckboxProps): ReactNode {
  const { field, rest } = splitField(props);
  const { checked, onChange, indeterminate = false, small = false, ...native } = rest;
  const ids = useFieldIds(field);
  const { label, hideLabel, disabled = false, required, name, modified, onReset, help, error } = field;
  return (
    <div>
      <Row small={small}>
        <Label disabled={disabled} small={small}>
          <MuiCheckbox
            size={small ? 'small' : 'medium'}
            {...{ checked, disabled, indeterminate }}
            onChange={(event) => onChange(event.target.checked)}
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
        </Label>
        {modified && <ModifiedMark id={ids.id} label={label} onReset={onReset} />}
      </Row>
      <Notes indent={small ? SMALL_CHECKBOX_INDENT : CHECKBOX_INDENT}>
        <FieldNotes helpId={ids.helpId} errorId={ids.errorId} help={help} error={error} />
      </Notes>
    </div>
  );
}

export interface SwitchProps extends FieldProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch with a label. */
export function Switch({ checked, onChange, ...field }: SwitchProps): ReactNode {
  const ids = useFieldIds(field);
  const { label, hideLabel, disabled = false, name, modified, onReset, help, error } = field;
  return (
    <div>
      <Row small={false}>
        <Label disabled={disabled} small={false}>
          <MuiSwitch
            {...{ checked, disabled }}
            onChange={(event) => onChange(event.target.checked)}
            slotProps={{
              input: {
                id: ids.id,
                name,
                'aria-describedby': ids['aria-describedby'],
                'aria-invalid': ids['aria-invalid'],
              },
            }}
          />
          <span style={hideLabel ? visuallyHidden : undefined}>{label}</span>
        </Label>
        {modified && <ModifiedMark id={ids.id} label={label} onReset={onReset} />}
      </Row>
      <Notes indent={SWITCH_INDENT}>
        <FieldNotes helpId={ids.helpId} errorId={ids.errorId} help={help} error={error} />
      </Notes>
    </div>
  );
}

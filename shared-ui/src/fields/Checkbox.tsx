import { styled } from '@mui/material/styles';
import type { ComponentProps, ReactNode } from 'react';
import { visuallyHidden } from '../layout/Stack';
import { color, motion, size } from '../theme/tokens';
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

const forced = { '@media (forced-colors: active)': { appearance: 'auto' } } as const;

const Tick = styled(
  'input',
  ownProps('small'),
)<{ small: boolean }>(({ small }) => ({
  appearance: 'none',
  flex: 'none',
  display: 'grid',
  placeContent: 'center',
  width: small ? 14 : 16,
  height: small ? 14 : 16,
  margin: small ? '1px 0' : '2px 0',
  border: `1.5px solid ${color.control}`,
  borderRadius: 4,
  backgroundColor: color.surface,
  cursor: 'inherit',
  transition: `background-color ${motion.quick}ms, border-color ${motion.quick}ms`,
  '&::before': {
    content: '""',
    boxSizing: 'border-box',
    width: small ? 4 : 5,
    height: small ? 8 : 9,
    border: `solid ${color.onPrimaryFill}`,
    borderWidth: '0 2px 2px 0',
    transform: 'translateY(-1px) rotate(45deg)',
    opacity: 0,
  },
  '&:checked, &:indeterminate': { backgroundColor: color.primaryFill, borderColor: color.primaryFill },
  '&:checked::before': { opacity: 1 },
  '&:indeterminate::before': { opacity: 1, width: 8, height: 2, borderWidth: '0 0 2px 0', transform: 'none' },
  '&[aria-invalid=true]': { borderColor: color.danger },
  '&:disabled': { backgroundColor: color.neutralTint, borderColor: color.control, opacity: 0.7 },
  '&:disabled:checked': { backgroundColor: color.inkThird, borderColor: color.inkThird },
  ...forced,
}));

const Track = styled('input')({
  appearance: 'none',
  position: 'relative',
  flex: 'none',
  width: 30,
  height: 18,
  margin: '1px 0',
  border: `1.5px solid ${color.control}`,
  borderRadius: 9,
  backgroundColor: color.surface,
  cursor: 'inherit',
  transition: `background-color ${motion.quick}ms, border-color ${motion.quick}ms`,
  '&::before': {
    content: '""',
    position: 'absolute',
    top: 2.5,
    left: 2.5,
    width: 10,
    height: 10,
    borderRadius: '50%',
    backgroundColor: color.control,
    transition: `transform ${motion.quick}ms, background-color ${motion.quick}ms`,
  },
  '&:checked': { backgroundColor: color.primaryFill, borderColor: color.primaryFill },
  '&:checked::before': { transform: 'translateX(12px)', backgroundColor: color.onPrimaryFill },
  '&:disabled': { opacity: 0.6 },
  ...forced,
});

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

/** A labelled tick. */
export function Checkbox(props: CheckboxProps): ReactNode {
  const { field, rest } = splitField(props);
  const { checked, onChange, indeterminate = false, small = false, ...native } = rest;
  const ids = useFieldIds(field);
  const { label, hideLabel, disabled = false, required, name, modified, onReset, help, error } = field;
  return (
    <div>
      <Row small={small}>
        <Label disabled={disabled} small={small}>
          <Tick
            {...native}
            ref={(tick: HTMLInputElement | null) => {
              if (tick) tick.indeterminate = indeterminate;
            }}
            small={small}
            id={ids.id}
            type="checkbox"
            {...{ name, disabled, required, checked }}
            aria-describedby={ids['aria-describedby']}
            aria-invalid={ids['aria-invalid']}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span style={hideLabel ? visuallyHidden : undefined}>{label}</span>
        </Label>
        {modified && <ModifiedMark id={ids.id} label={label} onReset={onReset} />}
      </Row>
      <FieldNotes helpId={ids.helpId} errorId={ids.errorId} help={help} error={error} />
    </div>
  );
}

export interface SwitchProps extends FieldProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Something that is on or off. */
export function Switch({ checked, onChange, ...field }: SwitchProps): ReactNode {
  const ids = useFieldIds(field);
  const { label, hideLabel, disabled = false, name, modified, onReset, help, error } = field;
  return (
    <div>
      <Row small={false}>
        <Label disabled={disabled} small={false}>
          <Track
            id={ids.id}
            type="checkbox"
            role="switch"
            {...{ name, disabled, checked }}
            aria-describedby={ids['aria-describedby']}
            aria-invalid={ids['aria-invalid']}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span style={hideLabel ? visuallyHidden : undefined}>{label}</span>
        </Label>
        {modified && <ModifiedMark id={ids.id} label={label} onReset={onReset} />}
      </Row>
      <FieldNotes helpId={ids.helpId} errorId={ids.errorId} help={help} error={error} />
    </div>
  );
}

import { countText, factsText } from 'shared-api/contracts';
import MuiToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { CheckIcon } from '../icons';

const Tick = styled('span')({ display: 'inline-flex', marginLeft: -2 });

export interface ToggleButtonProps {
  pressed: boolean;
  onChange: (pressed: boolean) => void;
  disabled?: boolean;
  /** The number of rows that match, after the label: "Only those that differ · 3". */
  count?: number;
  children: string;
}

/** A filter that is on or off. @deprecated Use `ToggleButton` of `shared-ui/mui`, with MUI's `selected`. */
export function ToggleButton({ pressed, onChange, disabled = false, count, children }: ToggleButtonProps): ReactNode {
  return (
    <MuiToggleButton
      value="on"
      selected={pressed}
      {...(disabled && { 'aria-disabled': true })}
      onChange={() => {
        if (!disabled) onChange(!pressed);
      }}
    >
      {pressed && (
        <Tick>
          <CheckIcon size={14} />
        </Tick>
      )}
      {count === undefined ? children : factsText([children, countText(count)])}
    </MuiToggleButton>
  );
}

export interface ChoiceButtonsProps<Value extends string> {
  /** The accessible name: "Billing interval". */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** Selects one of two to four options: "Monthly", "Yearly". */
export function ChoiceButtons<Value extends string>({
  label,
  value,
  options,
  onChange,
}: ChoiceButtonsProps<Value>): ReactNode {
  return (
    <ToggleButtonGroup
      aria-label={label}
      value={value}
      onChange={(_, chosen: Value | null) => {
        // Null if the chosen button is pressed again.
        if (chosen !== null) onChange(chosen);
      }}
    >
      {options.map((option) => (
        <MuiToggleButton key={option.value} value={option.value}>
          {option.label}
        </MuiToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

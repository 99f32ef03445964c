import { countText } from 'shared-api/contracts';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { ButtonRoot } from '../actions/Button';
import { CheckIcon } from '../icons';
import { color } from '../theme/tokens';

const Root = styled(ButtonRoot)({
  '&[aria-pressed=true]': {
    color: color.primary,
    backgroundColor: color.primaryTint,
    borderColor: color.primary,
  },
});

const Tick = styled('span')({ display: 'inline-flex', marginLeft: -2 });

export interface ToggleButtonProps {
  pressed: boolean;
  onChange: (pressed: boolean) => void;
  disabled?: boolean;
  /** How many rows it would leave, behind the label: "Only those that differ · 3". */
  count?: number;
  children: string;
}

/** A filter that is on or off. */
export function ToggleButton({ pressed, onChange, disabled = false, count, children }: ToggleButtonProps): ReactNode {
  return (
    <Root
      look="default"
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) onChange(!pressed);
      }}
    >
      {pressed && (
        <Tick>
          <CheckIcon size={14} />
        </Tick>
      )}
      {count === undefined ? children : `${children} · ${countText(count)}`}
    </Root>
  );
}

const Group = styled('div')({
  display: 'inline-flex',
  gap: 2,
  padding: 2,
  borderRadius: 10,
  backgroundColor: color.neutralTint,
});

const Choice = styled(ButtonRoot)({
  borderColor: 'transparent',
  backgroundColor: 'transparent',
  color: color.inkSecond,
  '&[aria-pressed=true]': { backgroundColor: color.surface, borderColor: color.control, color: color.ink },
});

export interface ChoiceButtonsProps<Value extends string> {
  /** What is chosen, for screen readers: "Billing interval". */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** One of two to four views of the same thing: "Monthly", "Yearly". */
export function ChoiceButtons<Value extends string>({
  label,
  value,
  options,
  onChange,
}: ChoiceButtonsProps<Value>): ReactNode {
  return (
    <Group role="group" aria-label={label}>
      {options.map((option) => (
        <Choice
          key={option.value}
          look="default"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Choice>
      ))}
    </Group>
  );
}

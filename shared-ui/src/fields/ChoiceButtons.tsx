import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';

export interface ChoiceButtonsProps<Value extends string> {
  /** The accessible name: "Billing interval". */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/**
 * Selects one of two to four options: "Monthly", "Yearly".
 *
 * @example
 * const [view, setView] = useState<'week' | 'month'>('week');
 * const options = [
 *   { value: 'week', label: 'Week' },
 *   { value: 'month', label: 'Month' },
 * ] as const;
 * return <ChoiceButtons label="View" value={view} options={options} onChange={setView} />;
 */
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
        // Null if the selected button is pressed again.
        if (chosen !== null) onChange(chosen);
      }}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} value={option.value}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

import type { ReactNode } from 'react';
import { commonMessages } from '../messages';
import { DateInput } from './DateInput';

/** Two days, both inclusive. Each is a value of `DateInput`. */
export interface DateRange {
  start: string | null;
  end: string | null;
}

/** True if both are dates and the end is before the start. */
export function isReversed({ start, end }: DateRange): boolean {
  return Boolean(start) && Boolean(end) && (end ?? '') < (start ?? '');
}

export interface DateRangeInputProps {
  startLabel: string;
  endLabel: string;
  value: DateRange;
  /** @param changed the date that changed */
  onChange: (value: DateRange, changed: keyof DateRange) => void;
  /** The form's own errors. By default, the end reports if it is before the start. */
  errors?: { start?: string | undefined; end?: string | undefined };
  /** The last day that the calendar of the start offers: the end by default, null if the end follows a later start. */
  maxStart?: string | null;
  disabled?: boolean;
}

/**
 * Two linked date fields: each calendar offers only days that fit the other date, and the end reports if it is before
 * the start. The fields are separate items of the surrounding layout.
 *
 * @example
 * const [range, setRange] = useState<DateRange>({ start: '2026-11-02', end: '2026-11-08' });
 * return <DateRangeInput startLabel="From" endLabel="To" value={range} onChange={setRange} />;
 */
export function DateRangeInput(props: DateRangeInputProps): ReactNode {
  const { startLabel, endLabel, value, onChange, errors = {}, disabled = false } = props;
  const { start, end } = value;
  const { maxStart = end } = props;
  return (
    <>
      <DateInput
        label={startLabel}
        value={start}
        max={maxStart}
        error={errors.start}
        disabled={disabled}
        onChange={(date) => onChange({ start: date, end }, 'start')}
      />
      <DateInput
        label={endLabel}
        value={end}
        min={start}
        error={errors.end ?? (isReversed(value) ? commonMessages.dates.reversed : undefined)}
        disabled={disabled}
        onChange={(date) => onChange({ start, end: date }, 'end')}
      />
    </>
  );
}

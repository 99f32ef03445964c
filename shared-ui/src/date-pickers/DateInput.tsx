import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { IconButton } from '../actions/IconButton';
import { Popover } from '../actions/Popover';
import { LoadingBlock } from '../feedback/states';
import { FieldFrame, type FieldProps, useFieldIds } from '../fields/Field';
import { controlProps, splitField } from '../fields/TextInput';
import { CalendarIcon, CloseIcon } from '../icons';
import { Text } from '../layout/Text';
import { commonMessages } from '../messages';
import { formatDateInput, parseDateInput } from './date-text';
import type { CalendarProps } from './Calendar';

const messages = commonMessages.dates;

function NoCalendar(): ReactNode {
  return <Text tone="second">{messages.noCalendar}</Text>;
}

/** A calendar that fails to load must not crash the page, because people can still type the date. */
const Calendar = lazy<(props: CalendarProps) => ReactNode>(() =>
  import('./Calendar').then(
    (loaded) => ({ default: loaded.Calendar }),
    () => ({ default: NoCalendar }),
  ),
);

/** The size of a month, so that the popover is positioned correctly before the month has loaded. */
const CALENDAR_SIZE = { width: 288, height: 316 } as const;

/** The value of `onChange` while the text isn't a date: neither a date nor "no date". */
export const UNREADABLE_DATE = '';

export interface DateInputProps extends FieldProps {
  /** `YYYY-MM-DD`, null for none, `UNREADABLE_DATE` for text that isn't a date. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
}

/** A date, typed as MM/DD/YYYY or picked from a calendar. Can be cleared. */
export function DateInput(props: DateInputProps): ReactNode {
  const { field, rest } = splitField(props);
  const { value, onChange, onBlur } = rest;
  const ids = useFieldIds(field);
  const [typed, setTyped] = useState({ text: value === null ? '' : formatDateInput(value), value });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // An external change, such as a revert or a reload, replaces the text. The field's own change keeps the typed text.
  if (typed.value !== value) setTyped({ text: value === null ? '' : formatDateInput(value), value });

  const set = (text: string, next: string | null): void => {
    setTyped({ text, value: next });
    onChange(next);
  };
  const close = (): void => setAnchor(null);
  const off = field.disabled === true;
  return (
    <FieldFrame field={field} ids={ids}>
      <OutlinedInput
        autoComplete="off"
        placeholder={messages.format}
        value={typed.text}
        inputRef={input}
        onChange={({ target: { value: text } }) =>
          set(text, text.trim() === '' ? null : (parseDateInput(text) ?? UNREADABLE_DATE))
        }
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || !event.altKey || off) return;
          event.preventDefault();
          setAnchor(input.current);
        }}
        onBlur={() => {
          if (value !== null && value !== UNREADABLE_DATE) setTyped({ text: formatDateInput(value), value });
          onBlur?.();
        }}
        slotProps={{ input: { ...controlProps(field, ids), inputMode: 'numeric' } }}
        endAdornment={
          <InputAdornment position="end">
            {typed.text !== '' && !off && (
              <IconButton
                small
                label={messages.clear(field.label)}
                icon={<CloseIcon size={14} />}
                onClick={() => {
                  set('', null);
                  input.current?.focus();
                }}
              />
            )}
            <IconButton
              small
              label={messages.choose(field.label)}
              aria-haspopup="dialog"
              aria-expanded={anchor !== null}
              icon={<CalendarIcon size={14} />}
              disabled={off}
              onClick={(event) => setAnchor(event.currentTarget)}
            />
          </InputAdornment>
        }
      />
      <Popover anchor={anchor} label={field.label} onClose={close} width={CALENDAR_SIZE.width + 26}>
        <Suspense fallback={<LoadingBlock shape={<div style={CALENDAR_SIZE} />} />}>
          {anchor && (
            <Calendar
              value={value === UNREADABLE_DATE ? null : value}
              onChoose={(date) => {
                set(formatDateInput(date), date);
                close();
              }}
            />
          )}
        </Suspense>
      </Popover>
    </FieldFrame>
  );
}

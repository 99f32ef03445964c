import { styled } from '@mui/material/styles';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { IconButton } from '../actions/IconButton';
import { Popover } from '../actions/Popover';
import { LoadingBlock } from '../feedback/states';
import { FieldFrame, type FieldProps, useFieldIds } from '../fields/Field';
import { Control, controlProps, splitField } from '../fields/TextInput';
import { CalendarIcon, CloseIcon } from '../icons';
import { Text } from '../layout/Text';
import { commonMessages } from '../messages';
import { formatDateInput, parseDateInput } from './date-text';
import type { CalendarProps } from './Calendar';

const messages = commonMessages.dates;

function NoCalendar(): ReactNode {
  return <Text tone="second">{messages.noCalendar}</Text>;
}

/** A date can still be typed, so a calendar that fails to load must not crash the page. */
const Calendar = lazy<(props: CalendarProps) => ReactNode>(() =>
  import('./Calendar').then(
    (loaded) => ({ default: loaded.Calendar }),
    () => ({ default: NoCalendar }),
  ),
);

/** The size of a month, so that the popover is positioned correctly before the month has loaded. */
const CALENDAR_SIZE = { width: 288, height: 316 } as const;

const Around = styled('div')({ position: 'relative', display: 'flex' });

const Buttons = styled('span')({
  position: 'absolute',
  right: 4,
  top: 0,
  bottom: 0,
  display: 'flex',
  alignItems: 'center',
});

/** The value of `onChange` while the text isn't a date: neither a date nor "no date". */
export const UNREADABLE_DATE = '';

export interface DateInputProps extends FieldProps {
  /** `YYYY-MM-DD`, null for none, `UNREADABLE_DATE` for text that isn't a date. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
}

/** A date, typed as MM/DD/YYYY or chosen from a calendar. Can be cleared. */
export function DateInput(props: DateInputProps): ReactNode {
  const { field, rest } = splitField(props);
  const { value, onChange, onBlur } = rest;
  const ids = useFieldIds(field);
  const [typed, setTyped] = useState({ text: value === null ? '' : formatDateInput(value), value });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // An external change (revert, reload) replaces the text; the field's own change keeps it as typed.
  if (typed.value !== value) setTyped({ text: value === null ? '' : formatDateInput(value), value });

  const set = (text: string, next: string | null): void => {
    setTyped({ text, value: next });
    onChange(next);
  };
  const close = (): void => setAnchor(null);
  const off = field.disabled === true;
  return (
    <FieldFrame field={field} ids={ids}>
      <Around>
        <Control
          {...controlProps(field, ids)}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={messages.format}
          value={typed.text}
          style={{ paddingRight: 64 }}
          onChange={({ target: { value: text } }) =>
            set(text, text.trim() === '' ? null : (parseDateInput(text) ?? UNREADABLE_DATE))
          }
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' || !event.altKey || off) return;
            event.preventDefault();
            setAnchor(event.currentTarget);
          }}
          onBlur={() => {
            if (value !== null && value !== UNREADABLE_DATE) setTyped({ text: formatDateInput(value), value });
            onBlur?.();
          }}
        />
        <Buttons>
          {typed.text !== '' && !off && (
            <IconButton
              small
              label={messages.clear(field.label)}
              icon={<CloseIcon size={14} />}
              onClick={(event) => {
                set('', null);
                event.currentTarget.closest('div')?.querySelector('input')?.focus();
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
        </Buttons>
      </Around>
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

import type { FieldRef } from '@mui/x-date-pickers/models';
import dayjs, { type Dayjs } from 'dayjs';
import { isDate } from 'shared-api/contracts';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FieldFrame, type FieldProps, useFieldIds } from '../fields/Field';
import { controlProps, splitField } from '../fields/TextInput';
import { commonMessages } from '../messages';
import { DatePicker } from './DatePicker';
import { parseDateInput } from './date-text';

const messages = commonMessages.dates;

/** The format of `value`. */
const FORMAT = 'YYYY-MM-DD';

/** The value of `onChange` while the input isn't a date: neither a date nor "no date". */
export const UNREADABLE_DATE = '';

export interface DateInputProps extends FieldProps {
  /** `YYYY-MM-DD`, null for none, `UNREADABLE_DATE` for input that isn't a date. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  /** The calendar offers the days from `min` to `max`, `YYYY-MM-DD`. Others can be typed: the form checks them. */
  min?: string | null | undefined;
  max?: string | null | undefined;
}

function toDay(date: string | null | undefined): Dayjs | null {
  return date ? dayjs(date, FORMAT) : null;
}

function toDate(day: Dayjs | null): string | null {
  if (day === null) return null;
  const date = day.format(FORMAT);
  return isDate(date) ? date : UNREADABLE_DATE;
}

/** A date, typed as MM/DD/YYYY, pasted in any usual format, or picked from a calendar. Can be cleared. */
export function DateInput(props: DateInputProps): ReactNode {
  const { field, rest } = splitField(props);
  const { value, onChange, onBlur, min, max } = rest;
  const ids = useFieldIds(field);
  const input = useRef<FieldRef<Dayjs | null>>(null);
  const lastTyped = useRef<number>(null);
  const [shown, setShown] = useState({ day: toDay(value), value, key: 0 });
  // An external change, such as a revert or a reload, replaces the input, also a part of a date, which MUI keeps as long as
  // there is no day. The field's own change keeps what is typed.
  if (shown.value !== value)
    setShown({ day: toDay(value), value, key: shown.day === null ? shown.key + 1 : shown.key });

  const set = (day: Dayjs | null, next = toDate(day)): void => {
    setShown({ ...shown, day, value: next });
    if (next !== value) onChange(next);
  };
  /** MUI doesn't report a month without a day while the field was empty before. */
  const reportParts = (): void => {
    if (shown.day !== null) return;
    const empty = input.current?.getSections().every((section) => section.value === '') ?? true;
    set(null, empty ? null : UNREADABLE_DATE);
  };
  /** MUI ignores separators, and so would read 1/5/2027 as May 20. */
  const goToNextPart = (event: KeyboardEvent): void => {
    const active = input.current?.getActiveSectionIndex() ?? null;
    if (active === null) return;
    if (/^\d$/.test(event.key)) lastTyped.current = active;
    if (!/^[/.\- ]$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    // After 2 digits, MUI has already moved on.
    if (lastTyped.current === active && active < 2) input.current?.setSelectedSections(active + 1);
    lastTyped.current = null;
  };
  /** Enter submits the form, as in other fields. The parts of MUI's input are no inputs. */
  const submit = (event: KeyboardEvent<HTMLElement>): void => {
    const form = event.currentTarget.closest('form');
    if (event.key !== 'Enter' || form === null || !(event.target as HTMLElement).matches('[role=spinbutton]')) return;
    // The form reads the date of the next render.
    flushSync(completeYear);
    form.requestSubmit();
  };
  /** 1/5/27 is in this century. */
  const completeYear = (): void => {
    if (value !== UNREADABLE_DATE) return;
    const [month, day, year] = input.current?.getSections().map((section) => Number(section.value)) ?? [];
    const date = parseDateInput(`${month}/${day}/${year}`);
    if (date !== null) set(toDay(date));
  };
  const paste = (event: ClipboardEvent): void => {
    const date = parseDateInput(event.clipboardData.getData('text'));
    if (date === null) return;
    event.preventDefault();
    event.stopPropagation();
    set(toDay(date));
  };
  const { id, name, disabled = false, 'aria-required': required, ...control } = controlProps(field, ids);
  const minDate = toDay(min);
  const maxDate = toDay(max);
  return (
    <FieldFrame field={field} ids={ids}>
      <div
        onKeyDownCapture={goToNextPart}
        onKeyDown={submit}
        onKeyUp={reportParts}
        onPasteCapture={disabled ? undefined : paste}
      >
        <DatePicker
          key={shown.key}
          value={shown.day}
          onChange={(day) => set(day)}
          disabled={disabled}
          {...(name !== undefined && { name })}
          {...(minDate && { minDate })}
          {...(maxDate && { maxDate })}
          localeText={{
            openDatePickerDialogue: () => messages.choose(field.label),
            fieldClearLabel: messages.clear(field.label),
          }}
          slotProps={{
            field: { fieldRef: input, clearable: true },
            textField: {
              id,
              error: Boolean(field.error),
              onBlur: () => {
                reportParts();
                completeYear();
                onBlur?.();
              },
              slotProps: {
                input: { ...control, 'aria-label': field.label, 'aria-labelledby': undefined },
                // A form focuses its first error by the name, which only MUI's hidden input has.
                htmlInput: { 'aria-required': required, onFocus: () => input.current?.focusField('month') },
              },
            },
            openPickerButton: { size: 'small', edge: false },
            clearButton: { size: 'small', edge: false, tabIndex: 0, 'aria-label': messages.clear(field.label) },
            popper: { 'aria-label': field.label },
          }}
        />
      </div>
    </FieldFrame>
  );
}

import type { FieldRef } from '@mui/x-date-pickers/models';
import { pickersSectionListClasses } from '@mui/x-date-pickers/PickersSectionList';
import dayjs, { type Dayjs } from 'dayjs';
import { isDate } from 'shared-api/contracts';
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { controlProps, splitField } from '../fields/control-props';
import { FieldFrame, type FieldProps, useFieldIds } from '../fields/Field';
import { commonMessages } from '../messages';
import { useOptionalUserId } from '../remote/user-id';
import { datePartsProblem, parseDateInput } from './date-text';
import { DatePicker } from './DatePicker';
import { keepTypedParts, keptTypedParts } from './typed-parts';

const messages = commonMessages.dates;

/** The date format of `value`. */
const FORMAT = 'YYYY-MM-DD';

/** The value of `onChange` while the input is neither a date nor empty. */
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

/** The last externally set value and the input's React key. */
interface Origin {
  key: number;
}

/** True for the date's parts; false for the buttons next to them. */
const isInParts = (element: EventTarget | null): boolean =>
  element instanceof Element && element.closest(`.${pickersSectionListClasses.root}`) !== null;

/** The displayed month, day and year. */
const partsOf = (input: FieldRef<Dayjs | null> | null): string[] =>
  input?.getSections().map((section) => section.value) ?? [];

/** True for a key that types a character. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** True for the browser's undo and redo shortcuts. */
const isUndo = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && ['z', 'y'].includes(key.toLowerCase());

/**
 * A date field that can be typed as MM/DD/YYYY, pasted in any common format, picked from a calendar, or cleared. The
 * value always matches the display: an incomplete date is `UNREADABLE_DATE`, and after blur the field says what is
 * missing or wrong, even over the form's message. After a reload, the field names the incomplete date that was typed
 * before. If the browser has stored none, `onReset` reverts the field, or it is cleared.
 *
 * @example
 * const [date, setDate] = useState<string | null>('2026-11-28');
 * return <DateInput label="Opens on" value={date} min="2026-01-01" onChange={setDate} />;
 */
export function DateInput(props: DateInputProps): ReactNode {
  const { field: given, rest } = splitField(props);
  const { value, onChange, onBlur, min, max } = rest;
  const [isLeft, setLeft] = useState(true);
  const [problem, setProblem] = useState<string>();
  /** The incomplete date from before a reload, until the person types again. */
  const [typedBefore, setTypedBefore] = useState<string>();
  const field = { ...given };
  if (value === UNREADABLE_DATE && (field.error || isLeft))
    field.error = problem ?? (typedBefore === undefined ? messages.unreadable : messages.typedBefore(typedBefore));
  const ids = useFieldIds(field);
  const userId = useOptionalUserId() ?? '';
  const input = useRef<FieldRef<Dayjs | null>>(null);
  /** The part that received the last digit, and whether another key followed. */
  const typed = useRef({ part: -1, isInterrupted: true });
  /** MUI reported a cleared date, which can also be a single part. */
  const isCleared = useRef(false);
  const seen = useRef<{ from: Origin; isEmpty: boolean }>(null);
  const [shown, setShown] = useState({ day: toDay(value), value, from: { key: 0 } as Origin });
  // An external change, such as a revert or a reload, remounts the input, because MUI would keep an incomplete date.
  // The field's own changes keep the typed text.
  if (shown.value !== value)
    setShown({ day: toDay(value), value, from: { key: shown.from.key + (shown.day === null ? 1 : 0) } });

  // An incomplete date was typed before a reload, but MUI shows none of it. The field either names it or resets the
  // value to what is shown.
  const onOpen = useEffectEvent(() => {
    if (value !== UNREADABLE_DATE) return;
    const text = keptTypedParts(field.label, userId);
    if (text !== undefined) setTypedBefore(text);
    else if (field.onReset) field.onReset();
    else onChange(null);
  });
  useEffect(() => onOpen(), []);
  useEffect(() => {
    if (value === UNREADABLE_DATE) return;
    keepTypedParts(field.label, userId, null);
    setTypedBefore(undefined);
  }, [value, field.label, userId]);

  const set = (day: Dayjs | null, next = toDate(day)): void => {
    setShown({ ...shown, day, value: next });
    if (next !== value) onChange(next);
  };
  const isEmpty = (): boolean => partsOf(input.current).every((part) => part === '');
  /** Without a complete date, only the displayed parts tell an empty field from an incomplete date. */
  const reportParts = (): void => {
    if (shown.day !== null || (isEmpty() && typedBefore !== undefined)) return;
    set(null, isEmpty() ? null : UNREADABLE_DATE);
  };
  /** While the date is incomplete, MUI reports no changes of parts, but renews its ref on each. */
  const onRef = (ref: FieldRef<Dayjs | null> | null): void => {
    input.current = ref;
    if (ref === null) return;
    const wrong = datePartsProblem(partsOf(ref));
    setProblem(wrong);
    if (wrong !== undefined) {
      keepTypedParts(field.label, userId, partsOf(ref));
      setTypedBefore(undefined);
    }
    const before = seen.current?.from === shown.from ? seen.current.isEmpty : undefined;
    seen.current = { from: shown.from, isEmpty: isEmpty() };
    if (isCleared.current || (before !== undefined && before !== seen.current.isEmpty)) {
      isCleared.current = false;
      reportParts();
    }
  };
  const onDay = (day: Dayjs | null): void => {
    if (day !== null) set(day);
    else {
      isCleared.current = true;
      setShown({ ...shown, day });
    }
  };
  const interrupt = (): void => {
    typed.current.isInterrupted = true;
  };
  /**
   * For 5 seconds, MUI appends a digit to the previous one of the same part, even after blur or select all. Here, a
   * digit replaces the selection.
   */
  const replaceSelected = (target: EventTarget, active: number | null): void => {
    if (active === null) {
      input.current?.clearValue();
      input.current?.setSelectedSections(0);
    } else if (active === typed.current.part && typed.current.isInterrupted)
      target.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: 'Delete', bubbles: true }));
    typed.current = { part: active ?? 0, isInterrupted: false };
  };
  /**
   * MUI ignores separators and would read 1/5/2027 as May 20. It also accepts letters for months, which this format
   * doesn't have.
   */
  const filterKey = (event: KeyboardEvent): void => {
    if (!input.current?.isFieldFocused()) return;
    // The browser's own undo would retype earlier parts.
    if (isUndo(event)) event.preventDefault();
    if (!isTyped(event)) {
      interrupt();
      return;
    }
    const active = input.current.getActiveSectionIndex();
    if (/^\d$/.test(event.key)) {
      replaceSelected(event.target, active);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (!/^[/.\- ]$/.test(event.key)) return;
    // After 2 digits, MUI has already moved to the next part.
    const { part, isInterrupted } = typed.current;
    if (part === active && part < 2 && !isInterrupted) input.current.setSelectedSections(part + 1);
    interrupt();
  };
  /** Enter submits the form, as in other fields. The parts of MUI's field aren't inputs. */
  const submit = (event: KeyboardEvent<HTMLElement>): void => {
    const form = event.currentTarget.closest('form');
    if (event.key !== 'Enter' || form === null || !(event.target as HTMLElement).matches('[role=spinbutton]')) return;
    // The form reads the date of the next render.
    flushSync(completeYear);
    form.requestSubmit();
  };
  /** Reads 1/5/27 as a year in this century. */
  const completeYear = (): void => {
    if (value !== UNREADABLE_DATE) return;
    const [month, day, year] = partsOf(input.current).map(Number);
    const date = parseDateInput(`${month}/${day}/${year}`);
    if (date !== null) set(toDay(date));
  };
  /** MUI would treat any other text as an empty date. */
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const date = parseDateInput(event.clipboardData.getData('text'));
    if (date !== null) set(toDay(date));
  };
  const leave = (event: FocusEvent): void => {
    if (event.currentTarget.contains(event.relatedTarget) && isInParts(event.relatedTarget)) return;
    setLeft(true);
    interrupt();
    reportParts();
    completeYear();
    onBlur?.();
  };
  const { id, name, disabled = false, 'aria-required': required, ...control } = controlProps(field, ids);
  const minDate = toDay(min);
  const maxDate = toDay(max);
  return (
    <FieldFrame field={field} ids={ids}>
      <div
        onMouseDownCapture={interrupt}
        onKeyDownCapture={filterKey}
        onKeyDown={submit}
        onPasteCapture={disabled ? undefined : paste}
        onFocus={({ target }) => setLeft(!isInParts(target))}
        onBlur={leave}
      >
        <DatePicker
          key={shown.from.key}
          value={shown.day}
          onChange={onDay}
          disabled={disabled}
          {...(name !== undefined && { name })}
          {...(minDate && { minDate })}
          {...(maxDate && { maxDate })}
          localeText={{
            openDatePickerDialogue: () => messages.choose(field.label),
            fieldClearLabel: messages.clear(field.label),
          }}
          slotProps={{
            field: { fieldRef: onRef, clearable: true },
            textField: {
              id,
              error: Boolean(field.error),
              slotProps: {
                input: { ...control, 'aria-label': field.label, 'aria-labelledby': undefined },
                // A form finds its first error by name, which only MUI's hidden input has.
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

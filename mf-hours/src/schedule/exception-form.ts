/** The fields of the exception dialog: defaults, problems and the request. Pure functions. */
import {
  type DateRange,
  type ExceptionFields,
  type ExceptionInput,
  type ExceptionKind,
  exceptionProblems,
  type HoursException,
  isDate,
  OFFICE,
  withReadTimes,
} from 'shared-api/contracts';
import { messages } from './messages';

/** Dates may be empty or invalid during typing. */
export interface ExceptionForm extends Omit<ExceptionInput, 'start_date' | 'end_date'> {
  start_date: string | null;
  end_date: string | null;
}

/** The content of the dialog: a new exception on a day, or an existing one. */
export type ExceptionDialogRequest = { date: string } | { exception: HoursException };

/** The kinds of exceptions that the office or a provider can have. */
export const kindsOf = (providerId: number): readonly ExceptionKind[] =>
  providerId === OFFICE ? ['closed', 'other_hours'] : ['time_off', 'other_hours'];

export function formOf(exception: ExceptionForm): ExceptionForm {
  const { provider_id, start_date, end_date, kind, beg, end, l_beg, l_end, note } = exception;
  return { provider_id, start_date, end_date, kind, beg, end, l_beg, l_end, note };
}

export function newForm(date: string): ExceptionForm {
  const noTimes = { beg: '', end: '', l_beg: '', l_end: '' };
  return { provider_id: OFFICE, start_date: date, end_date: date, kind: 'closed', ...noTimes, note: '' };
}

/** Type guard for a form read from session storage. */
export function isForm(value: unknown): value is ExceptionForm {
  if (typeof value !== 'object' || value === null) return false;
  const read = value as Record<string, unknown>;
  return Object.entries(newForm('')).every(
    ([name, sample]) => typeof read[name] === typeof sample || (name.endsWith('_date') && read[name] === null),
  );
}

/** True while the form equals its initial values. */
export const isSameForm = (one: ExceptionForm, other: ExceptionForm): boolean =>
  Object.entries(formOf(one)).every(([name, value]) => other[name as keyof ExceptionForm] === value);

/** The form for another provider or the office. An unavailable kind becomes the first available one. */
export function withProvider(form: ExceptionForm, providerId: number): ExceptionForm {
  const kinds = kindsOf(providerId);
  const kind = kinds.includes(form.kind) ? form.kind : (kinds[0] ?? 'other_hours');
  return { ...form, provider_id: providerId, kind };
}

/** The form with another first day. An earlier last day moves to the first day. */
export function withStart(form: ExceptionForm, start: string | null): ExceptionForm {
  const follows = start !== null && isDate(start) && (form.end_date ?? '') < start;
  return { ...form, start_date: start, end_date: follows ? start : form.end_date };
}

const readable = (date: string | null): date is string => date !== null && isDate(date);

/** The request body; undefined while a date is invalid. */
export function toRequest(form: ExceptionForm): ExceptionInput | undefined {
  const { start_date: start, end_date: end } = form;
  if (!readable(start) || !readable(end)) return undefined;
  return withReadTimes({ ...form, start_date: start, end_date: end });
}

export function problemsOfForm(
  form: ExceptionForm,
  rules: { bounds: DateRange; others: readonly HoursException[]; ownId?: number | undefined },
): ExceptionFields {
  const request = toRequest(form);
  if (request) return exceptionProblems(request, rules);
  return {
    ...(!readable(form.start_date) && { start_date: messages.dialog.noDate }),
    ...(!readable(form.end_date) && { end_date: messages.dialog.noDate }),
  };
}

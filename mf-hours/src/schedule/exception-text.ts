/** Exceptions as text. */
import { dayText, type HoursException } from 'shared-api/contracts';
import type { Tone } from 'shared-ui';
import { kindNames, messages } from './messages';

/** Names by provider id. */
export type Names = ReadonlyMap<number, string>;

export function whoText({ provider_id: id }: HoursException, names: Names): string {
  return names.get(id) ?? messages.exceptions.nameless(id);
}

/** `9:00 AM–12:00 PM`, or the name of the kind if the exception has no hours. */
export function whatText({ kind, beg, end }: HoursException): string {
  return kind === 'other_hours' ? `${beg}–${end}` : kindNames[kind];
}

export function datesText({ start_date: start, end_date: end }: HoursException): string {
  return start === end ? dayText(start) : `${dayText(start)} – ${dayText(end)}`;
}

/** `Office, Closed (Thanksgiving Day)` */
export function exceptionText(exception: HoursException, names: Names): string {
  const note = exception.note === '' ? '' : ` (${exception.note})`;
  return `${whoText(exception, names)}: ${whatText(exception)}${note}`;
}

export function toneOf({ kind }: HoursException): Tone {
  switch (kind) {
    case 'closed':
      return 'danger';
    case 'time_off':
      return 'attention';
    case 'other_hours':
      return 'information';
  }
}

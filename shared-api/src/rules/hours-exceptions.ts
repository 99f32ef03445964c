/** Rules for exceptions and dated schedules, shared by browser and server. Messages are keyed by request body field. */
import type { ExceptionInput, HoursException } from '../contracts/hours-schedule.js';
import { OFFICE, type TimePart } from '../contracts/weekly-hours.js';
import { addDays, daysBetween, weekdayOf } from './dates.js';
import { formatTime, hoursMessages, parseTimeOf } from './weekly-hours.js';

/** Maximum number of days per exception. */
export const MAX_EXCEPTION_DAYS = 366;
/** Number of years after the current one that can be planned. */
const PLANNED_YEARS = 2;
/** Length of a pay period in days. */
const PAY_PERIOD_DAYS = 14;

export interface DateRange {
  start: string;
  end: string;
}

/** The two weeks that end with the Saturday of this week. */
export function payPeriodOf(today: string): DateRange {
  const end = addDays(today, 6 - weekdayOf(today));
  return { start: addDays(end, 1 - PAY_PERIOD_DAYS), end };
}

/** The last day that can be planned. */
export function planningEnd(today: string): string {
  return `${Number(today.slice(0, 4)) + PLANNED_YEARS}-12-31`;
}

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** `Dec 7, 2026` */
export const dayText = (date: string): string => format.format(new Date(`${date}T00:00:00Z`));

export const scheduleMessages = {
  locked: (first: string) =>
    `A schedule can start on ${dayText(first)} or later. Days before the current pay period are closed.`,
  tooLate: (last: string) => `Choose a day up to ${dayText(last)}.`,
} as const;

/** Why a new schedule can't start on a day; undefined if it can. */
export function scheduleStartProblem(validFrom: string, today: string): string | undefined {
  const first = payPeriodOf(today).start;
  if (validFrom < first) return scheduleMessages.locked(first);
  const last = planningEnd(today);
  return validFrom > last ? scheduleMessages.tooLate(last) : undefined;
}

export const exceptionMessages = {
  endBeforeStart: 'The last day must be on or after the first day',
  tooLong: `An exception covers at most ${MAX_EXCEPTION_DAYS} days`,
  outside: ({ start, end }: DateRange) => `Choose a day from ${dayText(start)} to ${dayText(end)}`,
  officeTimeOff: 'The office is closed or has other hours; time off is for providers',
  providerClosed: 'A provider has time off or other hours; only the office closes',
  startMissing: 'Enter the start of the day',
  endMissing: 'Enter the end of the day',
  overlap: (other: DateRange) =>
    `Overlaps the exception ${other.start === other.end ? `on ${dayText(other.start)}` : `from ${dayText(other.start)} to ${dayText(other.end)}`}`,
} as const;

export type ExceptionFields = Partial<Record<keyof ExceptionInput, string>>;

/** Normalizes the times. Each is parsed relative to the previous one: `5` after 8:00 AM is 5:00 PM. */
export function withReadTimes(input: ExceptionInput): ExceptionInput {
  if (input.kind !== 'other_hours') return { ...input, beg: '', end: '', l_beg: '', l_end: '' };
  const read = (part: TimePart, after?: number | null): [text: string, minutes: number | null] => {
    const text = input[part];
    const minutes = parseTimeOf(part, text, after);
    return minutes === undefined ? [text.trim(), null] : [formatTime(minutes), minutes];
  };
  const [beg, begins] = read('beg');
  const [end] = read('end', begins);
  const [lunchBeg, lunchBegins] = read('l_beg', begins);
  const [lunchEnd] = read('l_end', lunchBegins ?? begins);
  return { ...input, beg, end, l_beg: lunchBeg, l_end: lunchEnd };
}

function timeProblems(input: ExceptionInput): ExceptionFields {
  const fields: ExceptionFields = {};
  const at = (part: TimePart): number | null | undefined => parseTimeOf(part, input[part]);
  const minutes = { beg: at('beg'), end: at('end'), l_beg: at('l_beg'), l_end: at('l_end') };
  for (const part of ['beg', 'end', 'l_beg', 'l_end'] as const) {
    if (minutes[part] === undefined) fields[part] = hoursMessages.notATime;
  }
  if (Object.keys(fields).length > 0) return fields;
  const [from, to] = [minutes.beg ?? null, minutes.end ?? null];
  const [lunchFrom, lunchTo] = [minutes.l_beg ?? null, minutes.l_end ?? null];
  if (from === null) fields.beg = exceptionMessages.startMissing;
  if (to === null) fields.end = exceptionMessages.endMissing;
  if (from !== null && to !== null && to <= from) fields.end = hoursMessages.endBeforeStart;
  if ((lunchFrom === null) !== (lunchTo === null)) {
    fields[lunchFrom === null ? 'l_beg' : 'l_end'] = hoursMessages.lunchIncomplete;
  }
  if (lunchFrom !== null && lunchTo !== null && lunchTo <= lunchFrom) fields.l_end = hoursMessages.lunchEndBeforeStart;
  if (lunchFrom !== null && from !== null && lunchFrom < from) fields.l_beg = hoursMessages.lunchBeforeDay;
  if (lunchTo !== null && to !== null && lunchTo > to) fields.l_end ??= hoursMessages.lunchAfterDay;
  return fields;
}

const overlaps = (one: DateRange, other: DateRange): boolean => one.start <= other.end && one.end >= other.start;

/**
 * The problems of an exception by field; empty if there are none.
 *
 * @param others known exceptions; those of other providers and the one with `ownId` are ignored
 */
export function exceptionProblems(
  input: ExceptionInput,
  { bounds, others, ownId }: { bounds: DateRange; others: readonly HoursException[]; ownId?: number | undefined },
): ExceptionFields {
  const { provider_id: id, start_date: start, end_date: end, kind } = input;
  const fields: ExceptionFields = {};
  if (kind === 'time_off' && id === OFFICE) fields.kind = exceptionMessages.officeTimeOff;
  if (kind === 'closed' && id !== OFFICE) fields.kind = exceptionMessages.providerClosed;
  if (start < bounds.start || start > bounds.end) fields.start_date = exceptionMessages.outside(bounds);
  if (end < start) fields.end_date = exceptionMessages.endBeforeStart;
  else if (end > bounds.end) fields.end_date = exceptionMessages.outside(bounds);
  else if (daysBetween(start, end) > MAX_EXCEPTION_DAYS) fields.end_date = exceptionMessages.tooLong;
  if (kind === 'other_hours') Object.assign(fields, timeProblems(input));
  const other = others.find(
    (each) =>
      each.provider_id === id &&
      each.exception_id !== ownId &&
      overlaps({ start, end }, { start: each.start_date, end: each.end_date }),
  );
  if (other && end >= start) {
    fields.start_date ??= exceptionMessages.overlap({ start: other.start_date, end: other.end_date });
  }
  return fields;
}

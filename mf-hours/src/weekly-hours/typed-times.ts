/** Parses text typed into a field of a day. */
import { type Day, formatTime, parseTimeOf, type TimeKey, type TimePart } from 'shared-api/contracts';
import type { Row } from './rows';

type Times = Partial<Record<TimeKey, string>>;

const RANGE = /^([^-]+)-([^-]+)$/;

/** Replaces dashes and the word `to` with a hyphen. */
function withDashes(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/\s*(?:–|—|\bto\b|-)\s*/g, '-');
}

/** Minutes of the time in a field; null if it is empty or invalid. */
function minutesOf(row: Row, day: Day, part: TimePart): number | null {
  return parseTimeOf(part, row[`${day}_${part}`]) ?? null;
}

/** The time that has to be before a field's own, so that a bare `5` after 8:00 AM is 5:00 PM. */
function earlier(row: Row, day: Day, part: TimePart): number | null {
  if (part === 'beg') return null;
  const start = minutesOf(row, day, 'beg');
  return part === 'l_end' ? (minutesOf(row, day, 'l_beg') ?? start) : start;
}

/** A day without any time. */
export function emptyDay(day: Day): Times {
  return { [`${day}_beg`]: '', [`${day}_end`]: '', [`${day}_l_beg`]: '', [`${day}_l_end`]: '' };
}

/** Two times with a dash or `to` between them. */
function readRange(text: string, after: number | null): [number, number] | undefined {
  const match = RANGE.exec(withDashes(text));
  const from = parseTimeOf('beg', match?.[1] ?? '', after);
  if (from === null || from === undefined) return undefined;
  const to = parseTimeOf('end', match?.[2] ?? '', from);
  return to === null || to === undefined ? undefined : [from, to];
}

/**
 * Parses a whole day: `8-5`, `8:30 to 5`, `8-5 12-1` (lunch second), `9-12, 1-5` (the hours before and after lunch),
 * `off`. A text with one range doesn't set lunch.
 *
 * @returns the times that it sets, or undefined if the text is not a day.
 */
export function parseDay(text: string, day: Day): Times | undefined {
  const typed = withDashes(text)
    .replace(/\s+(?=[ap]\.?(?:m\b|\b))/g, '')
    .replace(/lunch/g, ' ');
  if (/^(off|closed)$/.test(typed)) return emptyDay(day);
  const [hours, lunch, ...rest] = typed.split(/[\s,;/]+/);
  const open = readRange(hours ?? '', null);
  if (!open || rest.length > 0) return undefined;
  const times: Times = { [`${day}_beg`]: formatTime(open[0]), [`${day}_end`]: formatTime(open[1]) };
  if (lunch === undefined || lunch === '') return times;
  const pause = readRange(lunch, open[0]);
  // A second range that starts at or after the end of the first is the afternoon. The gap between them is lunch.
  if (pause && pause[0] >= open[1]) {
    return {
      [`${day}_beg`]: formatTime(open[0]),
      [`${day}_end`]: formatTime(pause[1]),
      [`${day}_l_beg`]: pause[0] > open[1] ? formatTime(open[1]) : '',
      [`${day}_l_end`]: pause[0] > open[1] ? formatTime(pause[0]) : '',
    };
  }
  return pause && { ...times, [`${day}_l_beg`]: formatTime(pause[0]), [`${day}_l_end`]: formatTime(pause[1]) };
}

/** The lunch end this many minutes after the lunch start, or undefined if the start is not set. */
export function lunchEndAfter(row: Row, day: Day, minutes: number): string | undefined {
  const start = minutesOf(row, day, 'l_beg');
  return start === null ? undefined : formatTime(start + minutes);
}

/** Length of lunch in minutes, or undefined if one of its times is not set. */
export function lunchLength(row: Row, day: Day): number | undefined {
  const start = minutesOf(row, day, 'l_beg');
  const end = minutesOf(row, day, 'l_end');
  return start === null || end === null ? undefined : end - start;
}

/**
 * The times that a typed text sets: the field's own time, in the written form or as typed if it is invalid. A whole day
 * in the start field, or a whole lunch in the lunch start, sets several times. The lunch end accepts a length such as
 * `+30` or `30m`.
 */
export function typedTimes(row: Row, day: Day, part: TimePart, text: string): Times {
  if (part === 'beg') {
    const whole = parseDay(text, day);
    if (whole) return whole;
  }
  if (part === 'l_beg') {
    const lunch = readRange(text, earlier(row, day, part));
    if (lunch) return { [`${day}_l_beg`]: formatTime(lunch[0]), [`${day}_l_end`]: formatTime(lunch[1]) };
  }
  if (part === 'l_end') {
    const length = /^(?:\+\s*(\d{1,3})|(\d{1,3})\s*m(?:in)?)$/.exec(text.trim().toLowerCase());
    const end = length && lunchEndAfter(row, day, Number(length[1] ?? length[2]));
    if (end) return { [`${day}_l_end`]: end };
  }
  const minutes = parseTimeOf(part, text, earlier(row, day, part));
  return { [`${day}_${part}`]: minutes === undefined ? text.trim() : formatTime(minutes) };
}

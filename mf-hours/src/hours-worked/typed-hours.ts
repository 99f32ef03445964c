/** Parses text typed or pasted into a cell (specification: 5.3; DECISIONS 24 and server rule 10). */
import { EDIT_STEP_SECONDS, MAX_DAY_SECONDS } from 'shared-api/contracts';
import { hoursText, type StoredHours } from './cells';
import type { Entry } from './edits';

export type HoursProblem = 'not-a-number' | 'negative' | 'too-long' | 'off-step';

export type TypedHours = { seconds: number } | { problem: HoursProblem };

const DECIMAL = /^(?:\d+\.?\d*|\.\d+)$/;

const fractionSigns: Record<string, string> = { '½': '1/2', '¼': '1/4', '¾': '3/4' };

/** Hours and minutes of a duration in common notations; the minutes may be absent. */
const durations = [
  // 8:30, 8:30 h, 8:30:00
  /^(?<hours>\d+):(?<minutes>[0-5]\d)(?::00)?(?: ?h(?:(?:ou)?rs?)?)?$/,
  // 0830
  /^0(?<hours>\d)(?<minutes>[0-5]\d)$/,
  // 8h30, 8h 30m, 8 hrs, 7.5 hours
  /^(?<hours>\d+(?:\.\d+)?) ?h(?:(?:ou)?rs?)?(?: ?(?<minutes>[0-5]?\d) ?(?:m(?:ins?|inutes?)?)?)?$/,
  // 90m, 30 min
  /^(?<minutes>\d+) ?m(?:ins?|inutes?)?$/,
] as const;

/** `8 1/2`, `8-1/2`, `8 1/2 h` and `1/2`. */
const FRACTION = /^(?:(?<hours>\d+)[ -])?(?<over>\d+)\/(?<under>[1-9]\d*)(?: ?h(?:(?:ou)?rs?)?)?$/;

/** Seconds of a text without a sign; undefined if it isn't a known notation. */
function secondsIn(text: string): number | undefined {
  for (const form of durations) {
    const found = form.exec(text)?.groups;
    if (found) return Number(found['hours'] ?? 0) * 3600 + Number(found['minutes'] ?? 0) * 60;
  }
  if (DECIMAL.test(text)) return Number(text) * 3600;
  const fraction = FRACTION.exec(text)?.groups;
  if (!fraction) return undefined;
  const { hours = 0, over, under } = fraction;
  return (Number(hours) + Number(over) / Number(under)) * 3600;
}

/** Lower case, single spaces, a decimal point, and fractions in digits. */
const plainText = (text: string): string =>
  text
    .replace(/[½¼¾]/g, (sign) => ` ${fractionSigns[sign] ?? sign}`)
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(',', '.');

/**
 * Parses hours into seconds: `7.5`, `7,5`, `7:30`, `7h30`, `7 1/2`. A blank is 0. Steps of half an hour apply only to new
 * values: a text that equals the computed or stored figure, as displayed, is always accepted and means exactly that
 * figure.
 */
export function parseHours(text: string, stored: StoredHours): TypedHours {
  const plain = plainText(text);
  if (plain === '') return { seconds: 0 };
  const sign = /^[+-]/.exec(plain)?.[0];
  const value = secondsIn(sign === undefined ? plain : plain.slice(1).trimStart());
  if (value === undefined) return { problem: 'not-a-number' };
  const known = [stored.override, stored.original].flatMap((seconds) => seconds ?? []);
  const isShown = DECIMAL.test(plain) && decimalsOf(plain) <= 2;
  const same = known.find((seconds) =>
    isShown ? hoursText(seconds) === (value / 3600).toFixed(2) : seconds === value,
  );
  if (sign === '-' && value > 0) return { problem: 'negative' };
  if (same !== undefined) return { seconds: same };
  if (value > MAX_DAY_SECONDS) return { problem: 'too-long' };
  if (value % EDIT_STEP_SECONDS !== 0) return { problem: 'off-step' };
  return { seconds: value };
}

/** The seconds that a text stands for, if that isn't obvious: `8:30` is 8.5 hours. */
export function understoodSeconds(text: string, stored: StoredHours): number | undefined {
  const typed = parseHours(text, stored);
  const plain = plainText(text);
  const saysItself = plain === '' || (DECIMAL.test(plain) && Number(plain) * 3600 === secondsIn(plain));
  return 'seconds' in typed && !saysItself ? typed.seconds : undefined;
}

/** The edit for a text. A text that isn't a number stays until it is corrected. */
export function entryOf(text: string, stored: StoredHours): Entry {
  const typed = parseHours(text, stored);
  return 'seconds' in typed ? typed : { text, problem: typed.problem };
}

const decimalsOf = (plain: string): number => plain.split('.')[1]?.length ?? 0;

/** The text of a day: short in its cell, in full for screen readers and the clipboard. */
import { type Day, formatTime, parseTime, parseTimeOf, type TimePart, timeParts } from 'shared-api/contracts';
import type { Row } from './rows';

/** The four fields of a day; empty if no time is set. */
export type DayTexts = Record<TimePart, string>;

/** The fields of one day of a row. */
export function textsOf(row: Row, day: Day): DayTexts {
  return { beg: row[`${day}_beg`], end: row[`${day}_end`], l_beg: row[`${day}_l_beg`], l_end: row[`${day}_l_end`] };
}

/**
 * A short time, such as `8:00` and `5:00`. AM or PM is left out only if the short text, when typed, would be parsed as
 * the same time, so that 7:00 PM is never mistaken for the morning.
 */
function short(minutes: number | null, after: number | null): string {
  if (minutes === null) return '';
  const full = formatTime(minutes);
  const bare = full.replace(/ [AP]M$/, '');
  return parseTime(bare, after) === minutes ? bare : full;
}

/** The four fields of a day, short. Invalid times are shown as typed. */
export function shortTimes(texts: DayTexts): DayTexts {
  const minutes = (part: TimePart): number | null => parseTimeOf(part, texts[part]) ?? null;
  const beg = minutes('beg');
  const lunchBeg = minutes('l_beg');
  const shown: DayTexts = {
    beg: short(beg, null),
    end: short(minutes('end'), beg),
    l_beg: short(lunchBeg, beg),
    l_end: short(minutes('l_end'), lunchBeg ?? beg),
  };
  for (const part of timeParts) if (shown[part] === '') shown[part] = texts[part];
  return shown;
}

export function hasHours({ beg, end }: DayTexts): boolean {
  return beg !== '' || end !== '';
}

export function hasLunch({ l_beg, l_end }: DayTexts): boolean {
  return l_beg !== '' || l_end !== '';
}

/**
 * A day as text for the clipboard, which `parseDay` can parse. It has the hours before and after lunch:
 * `9:00 AM-12:00 PM, 1:00 PM-5:00 PM`. A day whose times are not in order is written as hours and lunch.
 */
export function dayAsText(row: Row, day: Day): string {
  const texts = textsOf(row, day);
  if (!hasHours(texts) && !hasLunch(texts)) return 'off';
  if (!hasLunch(texts)) return `${texts.beg}-${texts.end}`;
  const [beg, lunchBeg, lunchEnd, end] = (['beg', 'l_beg', 'l_end', 'end'] as const).map((part) =>
    parseTimeOf(part, texts[part]),
  );
  const inOrder =
    (beg ?? NaN) <= (lunchBeg ?? NaN) && (lunchBeg ?? NaN) < (lunchEnd ?? NaN) && (lunchEnd ?? NaN) <= (end ?? NaN);
  return inOrder
    ? `${texts.beg}-${texts.l_beg}, ${texts.l_end}-${texts.end}`
    : `${texts.beg}-${texts.end} ${texts.l_beg}-${texts.l_end}`;
}

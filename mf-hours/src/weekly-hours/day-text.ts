/** How a day reads in a cell: short for the eye, in full for the ear. */
import { type Day, dayTimes, formatTime, parseTime, type TimePart, timeParts } from 'shared-api/contracts';
import type { Row } from './rows';

/** What each field of a day shows in a closed cell; empty where no time is set. */
export type ShortTimes = Record<TimePart, string>;

/**
 * A time as on an office door, `8:00` and `5:00`. AM or PM is left out only where the short text, if it were typed,
 * would be read as the same time, so that 7:00 PM is never taken for the morning.
 */
function short(minutes: number | null, after: number | null): string {
  if (minutes === null) return '';
  const full = formatTime(minutes);
  const bare = full.replace(/ [AP]M$/, '');
  return parseTime(bare, after) === minutes ? bare : full;
}

/** The four fields of a day, short. What is no time is shown as it was typed. */
export function shortTimes(row: Row, day: Day): ShortTimes {
  const { beg, end, lunchBeg, lunchEnd } = dayTimes(row, day);
  const texts: ShortTimes = {
    beg: short(beg, null),
    end: short(end, beg),
    l_beg: short(lunchBeg, beg),
    l_end: short(lunchEnd, lunchBeg ?? beg),
  };
  for (const part of timeParts) if (texts[part] === '') texts[part] = row[`${day}_${part}`];
  return texts;
}

export function hasHours(row: Row, day: Day): boolean {
  return row[`${day}_beg`] !== '' || row[`${day}_end`] !== '';
}

export function hasLunch(row: Row, day: Day): boolean {
  return row[`${day}_l_beg`] !== '' || row[`${day}_l_end`] !== '';
}

/** A day as text that `parseDay` reads back, for the clipboard. */
export function dayAsText(row: Row, day: Day): string {
  const [beg, end, lunchBeg, lunchEnd] = timeParts.map((part) => row[`${day}_${part}`]);
  if (!hasHours(row, day) && !hasLunch(row, day)) return 'off';
  return `${beg} - ${end}${hasLunch(row, day) ? ` ${lunchBeg} - ${lunchEnd}` : ''}`;
}

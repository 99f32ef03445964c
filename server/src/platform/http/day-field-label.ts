/** Labels of the fields of a day: `3.mon_l_beg` of weekly hours, `l_beg` of an exception. */
import { type Day, days, type TimePart, timeParts } from 'shared-api/contracts';

export const dayNames: Record<Day, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

const partNames: Record<TimePart, string> = { beg: 'Start', end: 'End', l_beg: 'Lunch start', l_end: 'Lunch end' };

const TIME = new RegExp(`(?:^|\\.)(?:(${days.join('|')})_)?(${timeParts.join('|')})$`);

/** `Monday, lunch start`, `Lunch start`; undefined for any other field. */
export function dayFieldLabel(path: string): string | undefined {
  const [, day, part] = TIME.exec(path) ?? [];
  if (part === undefined) return undefined;
  const name = partNames[part as TimePart];
  return day === undefined ? name : `${dayNames[day as Day]}, ${name.toLowerCase()}`;
}

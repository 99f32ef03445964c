/** Labels of a day's fields: `3.mon_l_beg` of weekly hours, `l_beg` of an exception, `7.2026-11-16.worked_hours`. */
import { type Day, dayNames, days, dayText, isDate, type TimePart, timeParts } from 'shared-api/contracts';

const partNames: Record<TimePart, string> = { beg: 'Start', end: 'End', l_beg: 'Lunch start', l_end: 'Lunch end' };

const TIME = new RegExp(`(?:^|\\.)(?:(${days.join('|')})_)?(${timeParts.join('|')})$`);

/** `Monday, lunch start`, `Lunch start`; undefined for any other field. */
export function dayFieldLabel(path: string): string | undefined {
  const [, day, part] = TIME.exec(path) ?? [];
  if (part === undefined) return undefined;
  const name = partNames[part as TimePart];
  return day === undefined ? name : `${dayNames[day as Day]}, ${name.toLowerCase()}`;
}

const CELL = /^(?<id>\d{1,10})\.(?<date>\d[\d-]{5,9})(?:\.(?<field>[a-z_]+))?$/;

/**
 * The cell of hours worked that a path addresses: `Kim Osei, Nov 3, 2026, worked hours`; undefined for another path. A
 * key that isn't a day appears as sent.
 */
export function hoursCellLabel(
  path: string,
  nameOf: (id: number) => string | undefined = () => undefined,
): string | undefined {
  const { id, date, field } = CELL.exec(path)?.groups ?? {};
  if (id === undefined || date === undefined) return undefined;
  const day = isDate(date) ? dayText(date) : date;
  return [
    nameOf(Number(id)) ?? `Provider ${id}`,
    day,
    ...(field === undefined ? [] : [field.replaceAll('_', ' ')]),
  ].join(', ');
}

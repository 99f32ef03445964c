/** Figures of the whole setup: who differs from the office, and how many hours there are. */
import { type Day, dayMinutes, days, fieldsThatDiffer, weekMinutes } from 'shared-api/contracts';
import { nameOf } from './names';
import { follows, isOffice, officeOf, type Row, type Rows } from './rows';

export interface Difference {
  row: Row;
  days: readonly Day[];
  /** Hours of the week, in minutes. */
  minutes: number;
}

export function daysThatDiffer(row: Row, office: Row): Day[] {
  const fields = fieldsThatDiffer(row, office);
  return days.filter((day) => fields.some((field) => field.startsWith(day)));
}

/** Providers whose schedule differs from the office's, in the order of the list. */
export function differences(rows: Rows): Difference[] {
  const office = officeOf(rows);
  return rows
    .filter((row) => !isOffice(row) && !follows(row))
    .map((row): Difference => ({ row, days: daysThatDiffer(row, office), minutes: weekMinutes(row) }))
    .filter((difference) => difference.days.length > 0);
}

/** Minutes of all providers together, per day and for the week; the office itself is not counted. */
export function totals(rows: Rows): { byDay: Record<Day, number>; week: number } {
  const providers = rows.filter((row) => !isOffice(row));
  const byDay = Object.fromEntries(
    days.map((day) => [day, providers.reduce((sum, row) => sum + dayMinutes(row, day), 0)]),
  ) as Record<Day, number>;
  return { byDay, week: days.reduce((sum, day) => sum + byDay[day], 0) };
}

/**
 * Office first, then the providers that the name and the switch let through. The row that is being edited (`open`) stays,
 * also when what is typed makes it like the office.
 */
export function shownRows(rows: Rows, name: string, onlyDiffering: boolean, open?: number): Rows {
  const words = name.toLowerCase().split(/\s+/).filter(Boolean);
  const office = officeOf(rows);
  return rows.filter((row) => {
    if (isOffice(row) || row.provider_id === open) return true;
    if (onlyDiffering && (follows(row) || daysThatDiffer(row, office).length === 0)) return false;
    const full = nameOf(row).toLowerCase();
    return words.every((word) => full.includes(word));
  });
}

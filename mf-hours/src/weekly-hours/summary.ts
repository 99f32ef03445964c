/** Figures of all rows: differences from the office, and total hours. */
import {
  type Day,
  dayMinutes,
  days,
  differingTimeKeys,
  type TimeKey,
  type TimePart,
  timeParts,
} from 'shared-api/contracts';
import { nameOf } from './names';
import { memoizeByRow, memoizeByRowAndOffice } from './memoize-by-row';
import { followsOffice, isOffice, officeOf, type Row, type Rows } from './rows';

export interface Difference {
  row: Row;
  days: readonly Day[];
  /** Hours of the week, in minutes. */
  minutes: number;
}

/** Fields in which a provider's own hours differ from the office's; none for the office and its followers. */
export const differingFields = memoizeByRowAndOffice((row, office): readonly TimeKey[] =>
  isOffice(row) || followsOffice(row) ? [] : differingTimeKeys(row, office),
);

const none: readonly TimePart[] = [];

/** The fields of one day in which a provider's own hours differ from the office's. */
export function differingParts(row: Row, office: Row, day: Day): readonly TimePart[] {
  const fields = differingFields(row, office);
  const parts = timeParts.filter((part) => fields.includes(`${day}_${part}`));
  return parts.length === 0 ? none : parts;
}

/** Minutes of each day and of the week. */
export const minutesOf = memoizeByRow((row) => {
  const byDay = Object.fromEntries(days.map((day) => [day, dayMinutes(row, day)])) as Record<Day, number>;
  return { byDay, week: days.reduce((sum, day) => sum + byDay[day], 0) };
});

function daysThatDiffer(row: Row, office: Row): Day[] {
  const fields = differingFields(row, office);
  return days.filter((day) => fields.some((field) => field.startsWith(day)));
}

/** Providers whose schedule differs from the office's, in the order of the list. */
export function differences(rows: Rows): Difference[] {
  const office = officeOf(rows);
  return rows
    .filter((row) => differingFields(row, office).length > 0)
    .map((row) => ({ row, days: daysThatDiffer(row, office), minutes: minutesOf(row).week }));
}

/** Minutes of all providers together, per day and for the week. The office itself is not counted. */
export function totals(rows: Rows): { byDay: Record<Day, number>; week: number } {
  const providers = rows.filter((row) => !isOffice(row));
  const byDay = Object.fromEntries(
    days.map((day) => [day, providers.reduce((sum, row) => sum + minutesOf(row).byDay[day], 0)]),
  ) as Record<Day, number>;
  return { byDay, week: days.reduce((sum, day) => sum + byDay[day], 0) };
}

/**
 * Office first, then the providers that match the name and the switch. The row that is being edited (`open`) stays
 * visible, even if typing makes it equal to the office.
 */
export function visibleRows(rows: Rows, name: string, onlyDiffering: boolean, open?: number): Rows {
  const words = name.toLowerCase().split(/\s+/).filter(Boolean);
  const office = officeOf(rows);
  return rows.filter((row) => {
    if (isOffice(row) || row.provider_id === open) return true;
    if (onlyDiffering && differingFields(row, office).length === 0) return false;
    const full = nameOf(row).toLowerCase();
    return words.every((word) => full.includes(word));
  });
}

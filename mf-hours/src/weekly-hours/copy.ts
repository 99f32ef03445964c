/** Bulk changes: copies a day to other days, or a week to other providers. */
import type { Day } from 'shared-api/contracts';
import { followsOffice, isOffice, type Row, type Rows, rowOf, withDay, withFollowersOf, withWeek } from './rows';

/**
 * Copies one day of each named row to other days of the same row. Followers don't change, because they have the
 * office's days.
 */
export function copyDay(rows: Rows, from: Day, to: readonly Day[], ids: ReadonlySet<number>): Rows {
  const copied = rows.map((row) => {
    if (!ids.has(row.provider_id) || followsOffice(row)) return row;
    return to.filter((day) => day !== from).reduce((copy, day) => withDay(copy, day, row, from), row);
  });
  return withFollowersOf(copied);
}

/** The named rows whose days `copyDay` can change. */
export function withOwnDays(rows: Rows, ids: ReadonlySet<number>): Row[] {
  return rows.filter((row) => ids.has(row.provider_id) && !followsOffice(row));
}

/**
 * Copies the week of a row to the named providers: its times, and its checkbox if the row is a provider's. From the
 * office only the times are copied, and its followers already have them.
 */
export function copyWeek(rows: Rows, from: number, ids: ReadonlySet<number>): Rows {
  const source = rowOf(rows, from);
  if (!source) return rows;
  return rows.map((row) => {
    if (row === source || isOffice(row) || !ids.has(row.provider_id)) return row;
    if (isOffice(source) && followsOffice(row)) return row;
    return { ...withWeek(row, source), 'same-as-office-hours': followsOffice(source) };
  });
}

/** Bulk changes of the setup: a day to other days, a week to other providers. */
import type { Day } from 'shared-api/contracts';
import { followsOffice, isOffice, type Row, type Rows, rowOf, withDay, withFollowersOf, withWeek } from './rows';

/** Copies one day of each named row to other days of the same row. Followers stay unchanged: their days are the office's. */
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
 * Gives the named providers the week of another row: its times, and its checkbox when it is a provider's. From the office
 * the times alone are copied, and those who follow it have them already.
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

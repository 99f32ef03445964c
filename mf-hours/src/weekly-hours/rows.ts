/** Functions that read and change rows. The draft, the copies and the merge use them. */
import {
  type Day,
  OFFICE,
  type TimeKey,
  timeKeys,
  timeParts,
  type WeeklyHoursRecord,
  withOfficeTimes,
} from 'shared-api/contracts';

export type Row = WeeklyHoursRecord;
export type Rows = readonly Row[];

/**
 * A part of a row that is changed, reverted and selected as a whole: a day, or `hours-of` (the office's hours or own
 * hours).
 */
export type Unit = Day | 'hours-of';

export interface UnitRef {
  id: number;
  unit: Unit;
}

export function isOffice(row: Row): boolean {
  return row.provider_id === OFFICE;
}

/** True for a provider who has the office's times, which can't be edited in its own row. */
export function followsOffice(row: Row): boolean {
  return !isOffice(row) && row['same-as-office-hours'];
}

export function officeOf(rows: Rows): Row {
  const office = rows.find(isOffice);
  if (!office) throw new Error('A week of hours without its office');
  return office;
}

export function rowOf(rows: Rows, id: number): Row | undefined {
  return rows.find((row) => row.provider_id === id);
}

export function isSameDay(left: Row, right: Row, day: Day): boolean {
  return timeParts.every((part) => left[`${day}_${part}`] === right[`${day}_${part}`]);
}

export function isSameWeek(left: Row, right: Row): boolean {
  return timeKeys.every((key) => left[key] === right[key]);
}

/** The row with the day of another row, or with another day of its own. */
export function withDay(row: Row, day: Day, from: Row, fromDay: Day = day): Row {
  const copy = { ...row };
  for (const part of timeParts) copy[`${day}_${part}`] = from[`${fromDay}_${part}`];
  return copy;
}

/** The row with all times and the checkbox of another one; names stay. */
export function withWeek(row: Row, from: Row): Row {
  const copy = { ...row, 'same-as-office-hours': from['same-as-office-hours'] };
  for (const key of timeKeys) copy[key] = from[key];
  return copy;
}

export function withTimes(row: Row, times: Partial<Record<TimeKey, string>>): Row {
  return { ...row, ...times };
}

/** The list with one row changed. The other rows stay the same objects, so that they don't rerender. */
export function changeRow(rows: Rows, id: number, change: (row: Row) => Row): Rows {
  return rows.map((row) => (row.provider_id === id ? change(row) : row));
}

/**
 * The list with the followers of an earlier list, so that typing into the office shows immediately and its followers
 * update right after. A row that has started or stopped following is current.
 */
export function withFollowersAsIn(earlier: Rows, rows: Rows): Rows {
  return rows.map((row) => {
    const before = followsOffice(row) ? rowOf(earlier, row.provider_id) : undefined;
    return before && followsOffice(before) ? before : row;
  });
}

/** The list with the office's times in every follower. Rows that already have them stay the same objects. */
export function withFollowersOf(rows: Rows): Rows {
  const office = officeOf(rows);
  return rows.map((row) => (followsOffice(row) && !isSameWeek(row, office) ? withOfficeTimes(row, office) : row));
}

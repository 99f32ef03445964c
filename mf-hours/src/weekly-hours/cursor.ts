/** Cells and fields of the grid by provider and day, and the order of fields. */
import { type Day, days, type TimePart, timeParts } from 'shared-api/contracts';
import type { CellRef, Extent } from '../grid/selection';
import { followsOffice, type Rows } from './rows';

/** Columns that the keyboard reaches: the provider with the checkbox, the seven days, the week with the row's menu. */
export const columns = ['provider', ...days, 'week'] as const;
export type Column = (typeof columns)[number];

export interface Cursor {
  id: number;
  column: Column;
}

/** The edited field. */
export interface Field {
  id: number;
  day: Day;
  part: TimePart;
}

/** The open field, with the text typed on the closed cell to open it. */
export interface Editing extends Field {
  typed?: string;
}

export function isDay(column: Column): column is Day {
  return column !== 'provider' && column !== 'week';
}

/** The size of the grid: seven days that a block can include, then the week with the row's menu. */
export const extentOf = (rows: Rows): Extent => ({ rows: rows.length, columns: days.length + 1, trailing: 1 });

/** The position of a cell among the shown rows; undefined for a hidden row. */
export function cellRefOf(rows: Rows, { id, column }: Cursor): CellRef | undefined {
  const row = rows.findIndex((candidate) => candidate.provider_id === id);
  return row < 0 ? undefined : { row, column: columns.indexOf(column) - 1 };
}

export function cursorOf(rows: Rows, { row, column }: CellRef): Cursor | undefined {
  const [id, name] = [rows[row]?.provider_id, columns[column + 1]];
  return id === undefined || name === undefined ? undefined : { id, column: name };
}

/**
 * The field after (`step` 1) or before (-1) a field, across days and rows; undefined at the end of the grid. Followers
 * have no editable fields and are skipped.
 */
export function nextField(rows: Rows, { id, day, part }: Field, step: 1 | -1): Field | undefined {
  const within = timeParts[timeParts.indexOf(part) + step];
  if (within) return { id, day, part: within };
  const first = timeParts[step === 1 ? 0 : timeParts.length - 1] as TimePart;
  const nextDay = days[days.indexOf(day) + step];
  if (nextDay) return { id, day: nextDay, part: first };
  const open = rows.filter((row) => row.provider_id === id || !followsOffice(row));
  const row = open[open.findIndex((candidate) => candidate.provider_id === id) + step];
  return row && { id: row.provider_id, day: (step === 1 ? days[0] : days[days.length - 1]) as Day, part: first };
}

/** The same field one row down (1) or up (-1), skipping followers. */
export function fieldInAdjacentRow(rows: Rows, field: Field, step: 1 | -1): Field | undefined {
  const open = rows.filter((row) => row.provider_id === field.id || !followsOffice(row));
  const row = open[open.findIndex((candidate) => candidate.provider_id === field.id) + step];
  return row && { ...field, id: row.provider_id };
}

/** Where the keyboard stands in the grid, and where each key takes it: like a spreadsheet. */
import { type Day, days, type TimePart, timeParts } from 'shared-api/contracts';
import { follows, type Rows } from './rows';

/** Columns that the keyboard visits: the provider with the tick, the seven days, the week with the row's menu. */
export const columns = ['provider', ...days, 'week'] as const;
export type Column = (typeof columns)[number];

export interface Cursor {
  id: number;
  column: Column;
}

/** The field that is being edited. */
export interface Field {
  id: number;
  day: Day;
  part: TimePart;
}

/** The field that is open, with what was typed on the closed cell to open it. */
export interface Editing extends Field {
  typed?: string;
}

/** Rows that Page Up and Page Down step over. */
const PAGE = 10;

export function isDay(column: Column): column is Day {
  return column !== 'provider' && column !== 'week';
}

/** The place that a key leads to, or undefined for a key that does not move. At an edge the place is the same. */
export function moved(rows: Rows, { id, column }: Cursor, key: string, control = false): Cursor | undefined {
  const last = rows.length - 1;
  const at = Math.max(
    0,
    rows.findIndex((row) => row.provider_id === id),
  );
  const across = columns.indexOf(column);
  const steps: Record<string, readonly [down: number, right: number]> = {
    ArrowUp: [control ? -at : -1, 0],
    ArrowDown: [control ? last : 1, 0],
    ArrowLeft: [0, control ? -across : -1],
    ArrowRight: [0, control ? columns.length : 1],
    Home: [control ? -at : 0, -across],
    End: [control ? last : 0, columns.length],
    PageUp: [-PAGE, 0],
    PageDown: [PAGE, 0],
  };
  const step = steps[key];
  if (!step) return undefined;
  const [down, right] = step;
  const row = rows[Math.min(last, Math.max(0, at + down))];
  const next = columns[Math.min(columns.length - 1, Math.max(0, across + right))];
  return row && next && { id: row.provider_id, column: next };
}

/**
 * The field after (`step` 1) or before (-1) a field, over days and rows; undefined at the end of the grid. Followers
 * have no fields to type into and are passed over.
 */
export function nextField(rows: Rows, { id, day, part }: Field, step: 1 | -1): Field | undefined {
  const within = timeParts[timeParts.indexOf(part) + step];
  if (within) return { id, day, part: within };
  const first = timeParts[step === 1 ? 0 : timeParts.length - 1] as TimePart;
  const nextDay = days[days.indexOf(day) + step];
  if (nextDay) return { id, day: nextDay, part: first };
  const open = rows.filter((row) => row.provider_id === id || !follows(row));
  const row = open[open.findIndex((candidate) => candidate.provider_id === id) + step];
  return row && { id: row.provider_id, day: (step === 1 ? days[0] : days[days.length - 1]) as Day, part: first };
}

/** The same field one row down (1) or up (-1), passing over followers. */
export function fieldBeside(rows: Rows, field: Field, step: 1 | -1): Field | undefined {
  const open = rows.filter((row) => row.provider_id === field.id || !follows(row));
  const row = open[open.findIndex((candidate) => candidate.provider_id === field.id) + step];
  return row && { ...field, id: row.provider_id };
}

/**
 * The effect of a paste, a fill or Delete on a block, validated day by day. Pure functions; the reducer applies the
 * result.
 */
import { type Day, days, timeParts } from 'shared-api/contracts';
import {
  type Block,
  type CellRef,
  cellsOf,
  type Extent,
  fillCopies,
  lastBlockColumn,
  pasteTargets,
} from '../grid/selection';
import { messages } from '../messages';
import type { DayTimes } from './draft';
import { dayAsText } from './day-text';
import { nameOf } from './names';
import { followsOffice, type Row, type Rows } from './rows';
import { emptyDay, parseDay } from './typed-times';

/** A day that couldn't change, with the reason. */
export interface Rejected {
  where: string;
  reason: string;
}

export interface BlockEdit {
  days: DayTimes[];
  rejected: Rejected[];
  /** Number of pasted cells outside the grid. */
  outside: number;
}

/** The row and day of a cell; undefined for cells that a block can't include. */
function dayAt(rows: Rows, { row, column }: CellRef): { row: Row; day: Day } | undefined {
  const [found, day] = [rows[row], days[column]];
  return found && day && { row: found, day };
}

/** Collects the days that can change. Reports the others: followers, invalid text, and cells outside the grid. */
function collect(
  rows: Rows,
  wanted: Iterable<readonly [CellRef, (row: Row, day: Day) => DayTimes['times'] | { reason: string }]>,
): BlockEdit {
  const edit: BlockEdit = { days: [], rejected: [], outside: 0 };
  for (const [cellRef, timesOf] of wanted) {
    const at = dayAt(rows, cellRef);
    if (!at) {
      edit.outside += 1;
      continue;
    }
    const { row, day } = at;
    const times = followsOffice(row) ? { reason: messages.weeklyHours.report.follows } : timesOf(row, day);
    if ('reason' in times)
      edit.rejected.push({ where: messages.weeklyHours.editor.label(nameOf(row), day), reason: times.reason });
    else edit.days.push({ id: row.provider_id, day, times });
  }
  return edit;
}

export function clearedDays(rows: Rows, block: Block): BlockEdit {
  const cells = [...cellsOf(block)].map((cellRef) => [cellRef, (_: Row, day: Day) => emptyDay(day)] as const);
  return collect(rows, cells);
}

export function filledDays(rows: Rows, block: Block, direction: 'down' | 'right'): BlockEdit {
  const fills = fillCopies(block, direction).map(({ to, from }) => {
    const source = dayAt(rows, from);
    const timesOf = (_: Row, day: Day): DayTimes['times'] =>
      source
        ? Object.fromEntries(timeParts.map((part) => [`${day}_${part}`, source.row[`${source.day}_${part}`]]))
        : {};
    return [to, timesOf] as const;
  });
  return collect(rows, fills);
}

/** An empty cell becomes a day off. */
export function pastedDays(rows: Rows, texts: readonly (readonly string[])[], block: Block): BlockEdit {
  const cells = [...pasteTargets(texts, block)].map(([cellRef, text]) => {
    const timesOf = (_: Row, day: Day): DayTimes['times'] | { reason: string } => {
      const times = text.trim() === '' ? emptyDay(day) : parseDay(text, day);
      return times ? { ...emptyDay(day), ...times } : { reason: messages.weeklyHours.report.notADay(text.trim()) };
    };
    return [cellRef, timesOf] as const;
  });
  return collect(rows, cells);
}

export function copiedDays(rows: Rows, { top, bottom, left, right }: Block): string[][] {
  return rows.slice(top, bottom + 1).map((row) => days.slice(left, right + 1).map((day) => dayAsText(row, day)));
}

/** The block that a command changes; null while the cursor is on a row's header or menu. */
export function blockOfDays(block: Block, at: CellRef, extent: Extent): Block | null {
  const last = lastBlockColumn(extent);
  if (at.column < 0 || at.column > last) return null;
  return { ...block, right: Math.min(block.right, last) };
}

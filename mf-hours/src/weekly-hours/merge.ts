/**
 * Three-way merge of weekly hours, field by field: what this page loaded (`base`), what it shows now (`mine`) and what
 * someone else saved meanwhile (`theirs`).
 */
import { mergeEdits, type TimeKey, timeKeys } from 'shared-api/contracts';
import type { ChangedBy, Side } from 'shared-ui/versioned';
import { changesOfRow } from './changes';
import {
  followsOffice,
  type Unit,
  type UnitRef,
  type Row,
  type Rows,
  rowOf,
  isSameDay,
  isSameWeek,
  withFollowersOf,
  withTimes,
  withWeek,
} from './rows';

/** A time, or `hours-of`: whether the row has the office's hours or its own. */
export type Field = TimeKey | 'hours-of';

export interface FieldRef {
  id: number;
  field: Field;
}

/** A field that both sides changed differently. Until a side is chosen, the page shows `mine`. */
export interface FieldConflict extends FieldRef {
  mine: Row;
  theirs: Row;
  by: ChangedBy | null;
  choice: Side | null;
  /** True while the edit is undone. Redoing it asks again. */
  isUndone?: boolean;
}

/** A row with unsaved changes whose provider has left the practice. */
export interface RemovedRow {
  row: Row;
  /** The changed fields. */
  units: readonly Unit[];
}

export interface MergeResult {
  rows: Rows;
  conflicts: readonly FieldConflict[];
  /** Number of units (days or `hours-of`) that only the other side changed. They are merged. */
  merged: number;
  /** Own changes of providers who have left the practice. */
  removed: readonly RemovedRow[];
  /** Providers who have joined the practice. */
  added: readonly Row[];
}

/** Who changed a field of the list; undefined if the server didn't say. */
export type WhoChanged = (id: number, field: Field) => ChangedBy | undefined;

const nobody: WhoChanged = () => undefined;

/** Names are always those of `theirs`, because they come from the practice management system. */
function withNamesOf(row: Row, theirs: Row): Row {
  return { ...row, 'first-name': theirs['first-name'], 'last-name': theirs['last-name'] };
}

/** True if a side changed the row itself. The days of a follower change only with the office, so they don't count. */
export function isTouched(base: Row, row: Row): boolean {
  return followsOffice(base) !== followsOffice(row) || (!followsOffice(row) && !isSameWeek(base, row));
}

/** The row after the merge, and the fields in conflict. */
export function mergeRow(base: Row, mine: Row, theirs: Row): { row: Row; fields: Field[] } {
  if (!isTouched(base, mine)) return { row: theirs, fields: [] };
  const named = withNamesOf(mine, theirs);
  if (!isTouched(base, theirs)) return { row: named, fields: [] };
  if (followsOffice(mine) && followsOffice(theirs)) return { row: theirs, fields: [] };
  if (followsOffice(mine) || followsOffice(theirs)) return { row: named, fields: ['hours-of'] };

  const edited = timeKeys.filter((key) => base[key] !== mine[key]);
  const { edits, conflicts } = mergeEdits({
    edits: new Map(edited.map((key) => [key, mine[key]])),
    base: (key) => base[key],
    theirs: (key) => theirs[key],
    sameValue: Object.is,
    changesNothing: Object.is,
  });
  return { row: withTimes(withWeek(named, theirs), Object.fromEntries(edits)), fields: conflicts };
}

/**
 * Merges the whole list. `open` are unresolved conflicts of an earlier merge. They stay open while both sides still
 * differ.
 */
export function merge(
  base: Rows,
  mine: Rows,
  theirs: Rows,
  { open = [], whoChanged = nobody }: { open?: readonly FieldConflict[]; whoChanged?: WhoChanged } = {},
): MergeResult {
  const conflicts: FieldConflict[] = [];
  let merged = 0;
  const rows = theirs.map((row) => {
    const id = row.provider_id;
    const before = rowOf(base, id);
    const own = rowOf(mine, id);
    if (!before || !own) return row;
    const { row: result, fields } = mergeRow(before, own, row);
    for (const field of fields) {
      conflicts.push({ id, field, mine: own, theirs: row, by: whoChanged(id, field) ?? null, choice: null });
    }
    merged += changesOfRow(before, row).filter((unit) => sameUnit(before, own, unit)).length;
    return result;
  });
  for (const earlier of open) {
    const now = rowOf(theirs, earlier.id);
    const own = rowOf(mine, earlier.id);
    const known = conflicts.some(({ id, field }) => id === earlier.id && field === earlier.field);
    if (now && own && !known && earlier.choice === null && !sameField(own, now, earlier.field)) {
      const by = whoChanged(earlier.id, earlier.field) ?? earlier.by;
      conflicts.push({ ...earlier, mine: own, theirs: now, by });
    }
  }
  const removed = removedRows(base, mine, (id) => !rowOf(theirs, id));
  const added = theirs.filter((row) => !rowOf(base, row.provider_id));
  return { rows: withFollowersOf(rows), conflicts, merged, removed, added };
}

/** Own changes of the providers who have left. */
export function removedRows(base: Rows, mine: Rows, hasLeft: (id: number) => boolean): RemovedRow[] {
  return mine.flatMap((row) => {
    const before = hasLeft(row.provider_id) ? rowOf(base, row.provider_id) : undefined;
    return before && isTouched(before, row) ? [{ row, units: changesOfRow(before, row).map(({ unit }) => unit) }] : [];
  });
}

function sameUnit(left: Row, right: Row, { unit }: UnitRef): boolean {
  return unit === 'hours-of' ? followsOffice(left) === followsOffice(right) : isSameDay(left, right, unit);
}

function sameField(left: Row, right: Row, field: Field): boolean {
  if (field === 'hours-of' || followsOffice(left) || followsOffice(right))
    return followsOffice(left) === followsOffice(right);
  return left[field] === right[field];
}

/** The row with the field of one side of a conflict. */
export function withChoice(row: Row, { field, mine, theirs }: FieldConflict, side: Side): Row {
  const from = side === 'mine' ? mine : theirs;
  if (field === 'hours-of') return withWeek(row, from);
  return { ...row, [field]: from[field], 'same-as-office-hours': from['same-as-office-hours'] };
}

/** The conflict after an edit of its row: the shown version counts as chosen, and both versions stay available. */
export function afterEdit(conflict: FieldConflict, row: Row): FieldConflict {
  if (showsSide(row, conflict, conflict.choice ?? 'mine')) return conflict;
  return showsSide(row, conflict, 'theirs')
    ? { ...conflict, choice: 'theirs' }
    : { ...conflict, mine: row, choice: 'mine' };
}

/**
 * The conflict after undo or redo. They don't resolve it: if the edit is back, the person is asked again; otherwise the
 * conflict is dropped.
 */
export function afterReplay(conflict: FieldConflict, row: Row): FieldConflict {
  if (showsSide(row, conflict, 'theirs')) return { ...conflict, isUndone: true };
  return { ...conflict, mine: row, choice: null, isUndone: false };
}

function showsSide(row: Row, { field, mine, theirs }: FieldConflict, side: Side): boolean {
  const from = side === 'mine' ? mine : theirs;
  if (followsOffice(row) || followsOffice(from)) return followsOffice(row) === followsOffice(from);
  return field === 'hours-of' ? isSameWeek(row, from) : row[field] === from[field];
}

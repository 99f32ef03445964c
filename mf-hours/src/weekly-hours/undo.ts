/** Undo and redo, step by step. Undoing a step keeps later changes. */
import { type Day, days, timeKeys } from 'shared-api/contracts';
import { type StepHistory, walkSteps } from '../grid/history';
import { isTouched, mergeRow } from './merge';
import { problemsOfRow, type ServerProblem } from './problems';
import {
  followsOffice,
  type Row,
  type Rows,
  rowOf,
  isSameDay,
  isSameWeek,
  withDay,
  withFollowersOf,
  withTimes,
  withWeek,
} from './rows';

/** The changes of an edit, for its message. */
export type UndoableEdit =
  | { kind: 'copied-day'; from: Day; days: number; rows: readonly Row[] }
  | { kind: 'copied-week'; from: Row; rows: readonly Row[] }
  | { kind: 'restored'; rows: readonly Row[] }
  | { kind: 'follows'; row: Row }
  | { kind: 'own'; row: Row }
  /** The first of the days, and the number of days. */
  | { kind: 'cleared' | 'pasted' | 'filled'; row: Row; day: Day; count: number }
  | { kind: 'typed'; row: Row; day: Day }
  /** Versions in a conflict. */
  | { kind: 'chosen'; row: Row; count: number };

export interface Undo {
  edit: UndoableEdit;
  /** The changed rows before and after the edit, without followers of a changed office. */
  before: readonly Row[];
  after: readonly Row[];
  /** True once it has been saved. */
  saved?: boolean;
}

/** The step from `before` to `after`, or null when nothing changed. */
export function undoOf(edit: UndoableEdit, before: Rows, after: Rows): Undo | null {
  const changed = after.filter((row) => {
    const old = rowOf(before, row.provider_id);
    return (
      old &&
      old !== row &&
      !(followsOffice(old) && followsOffice(row)) &&
      (followsOffice(old) !== followsOffice(row) || !isSameWeek(old, row))
    );
  });
  if (changed.length === 0) return null;
  return { edit, before: changed.flatMap((row) => rowOf(before, row.provider_id) ?? []), after: changed };
}

function revertRow(row: Row, before: Row, after: Row): Row {
  if (followsOffice(before) !== followsOffice(after)) {
    const untouched = followsOffice(after) ? followsOffice(row) : !followsOffice(row) && isSameWeek(row, after);
    return untouched ? withWeek(row, before) : row;
  }
  if (followsOffice(row)) return row;
  return days.reduce((copy, day) => (isSameDay(copy, after, day) ? withDay(copy, day, before) : copy), row);
}

/** The rows with an edit reverted. Later edits are kept. */
export function revertEdit(rows: Rows, { before, after }: Undo): Rows {
  const restored = rows.map((row) => {
    const old = rowOf(before, row.provider_id);
    const edited = rowOf(after, row.provider_id);
    return old && edited ? revertRow(row, old, edited) : row;
  });
  return withFollowersOf(restored);
}

/**
 * The step after others have saved. Uses the current values where the step had formerly stored values, and where the
 * step itself was saved before the other save. Null if nothing is left.
 */
export function rebaseStep(step: Undo, base: Rows, theirs: Rows): Undo | null {
  const rebased = (row: Row): Row[] => {
    const stored = rowOf(base, row.provider_id);
    const now = rowOf(theirs, row.provider_id);
    if (!stored || !now) return [];
    return [step.saved === true ? withChangesOf(row, stored, now) : mergeRow(stored, row, now).row];
  };
  return withStepRows(step, step.before.flatMap(rebased), step.after.flatMap(rebased));
}

/** The step with other rows; null if they are the same before and after it. */
export function withStepRows(step: Undo, before: readonly Row[], after: readonly Row[]): Undo | null {
  const isChanged = after.some((row) => {
    const old = rowOf(before, row.provider_id);
    return old && (followsOffice(old) !== followsOffice(row) || !isSameWeek(old, row));
  });
  return isChanged ? { ...step, before, after } : null;
}

/**
 * The history with invalid, never stored hours replaced by the hours before them.
 *
 * @param base the hours before all steps
 * @param refused fields that the server has rejected since
 */
export function withoutProblems(
  history: StepHistory<Undo>,
  base: Rows,
  refused: readonly ServerProblem[],
): StepHistory<Undo> {
  const valid = new Map(base.map((row) => [row.provider_id, row]));
  const corrected = (row: Row): Row => {
    const earlier = valid.get(row.provider_id) ?? row;
    const wrong = new Set(problemsOfRow(row, refused).map(({ day }) => day));
    const found = [...wrong].reduce((copy, day) => withDay(copy, day, earlier), row);
    valid.set(row.provider_id, found);
    return found;
  };
  return walkSteps(history, (step) => {
    const before = step.before.map(corrected);
    return withStepRows(step, before, step.after.map(corrected));
  });
}

/** The row with someone else's changes. */
function withChangesOf(row: Row, base: Row, theirs: Row): Row {
  if (!isTouched(base, theirs)) return row;
  if (followsOffice(base) || followsOffice(theirs) || followsOffice(row)) return theirs;
  return withTimes(
    row,
    Object.fromEntries(timeKeys.flatMap((key) => (base[key] === theirs[key] ? [] : [[key, theirs[key]]]))),
  );
}

/** The step that undoes an undo. */
export function inverseOf({ before, after, ...step }: Undo): Undo {
  return { ...step, before: after, after: before };
}

/** True if a step was typed into this day. All typing into one day is one step. */
export function typesSameDay(one: Undo | undefined, id: number, day: Day): one is Undo {
  return one?.saved !== true && one?.edit.kind === 'typed' && one.edit.row.provider_id === id && one.edit.day === day;
}

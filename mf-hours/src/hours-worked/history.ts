/** Undo steps of staged edits. One step contains all cells that one command changed. */
import type { CellKey, StoredHours } from './cells';
import type { Lookup } from './conflicts';
import { changesNothing, type Edit, hasProblem, isSameEntry, type ReadVersion } from './edits';
import { type StepHistory, walkSteps } from '../grid/history';

/** The edit of a cell before and after a step. Undefined is the stored value. */
export interface Change {
  key: CellKey;
  before: Edit | undefined;
  after: Edit | undefined;
}

export interface Step {
  readonly changes: readonly Change[];
  /** True once its values have been saved: undoing it stages the values before. */
  readonly saved: boolean;
  /** True for the choice of a version in a conflict. Undoing it opens the conflict again. */
  readonly isChoice?: boolean;
}

/** The step that undoes another one. */
export const inverseOf = (step: Step): Step => ({
  ...step,
  changes: step.changes.map(({ key, before, after }) => ({ key, before: after, after: before })),
});

type Side = Change['before'];

function mapSides(step: Step, map: (side: Side, key: CellKey) => Side, saved = step.saved): Step | null {
  const changes = step.changes
    .map(({ key, before, after }) => ({ key, before: map(before, key), after: map(after, key) }))
    .filter(({ before, after }) => before !== undefined || after !== undefined);
  return changes.length === 0 ? null : { ...step, changes, saved };
}

const isOn = (edit: Edit, stored: StoredHours, read: ReadVersion): Side =>
  changesNothing(edit.entry, stored) ? undefined : { ...edit, stored, read };

/** The result of a save for a cell. */
export interface SavedCell {
  before: StoredHours;
  after: StoredHours;
  read: ReadVersion;
}

/** Marks an edit that the server rejected wherever undo and redo would stage it again. */
export function withRefusal(step: Step, key: CellKey, { entry, refusal }: Edit): Step {
  const marked = (side: Side): Side =>
    side && refusal !== undefined && isSameEntry(side.entry, entry) ? { ...side, refusal } : side;
  const changes = step.changes.map((change) =>
    change.key === key ? { key, before: marked(change.before), after: marked(change.after) } : change,
  );
  return { ...step, changes };
}

/** The history with each invalid, never stored value replaced by the value before it. */
export function withoutProblems(history: StepHistory<Step>): StepHistory<Step> {
  const valid = new Map<CellKey, Side>();
  const better = (side: Side, key: CellKey): Side => (side && hasProblem(side) ? valid.get(key) : side);
  return walkSteps(history, (step) => {
    const changes = step.changes.flatMap(({ key, before, after }): Change[] => {
      valid.set(key, better(before, key));
      const change = { key, before: valid.get(key), after: better(after, key) };
      valid.set(key, change.after);
      return change.before === change.after ? [] : [change];
    });
    return changes.length === 0 ? null : { ...step, changes };
  });
}

/** The step after a save: the formerly stored value becomes a value to stage. */
export function afterSave(step: Step, cells: ReadonlyMap<CellKey, SavedCell>): Step | null {
  return mapSides(
    step,
    (side, key) => {
      const cell = cells.get(key);
      if (!cell) return side;
      const { before, after, read } = cell;
      const { override } = before;
      return isOn(
        side ?? { entry: override === null ? { clear: true } : { seconds: override }, stored: after, read },
        after,
        read,
      );
    },
    step.saved || step.changes.some(({ key }) => cells.has(key)),
  );
}

/**
 * The step rebased on the current values. If someone else has changed a saved value since, undo falls back to theirs.
 * The practice may no longer have the cell.
 */
export function rebaseStep(step: Step, lookup: Lookup, removed: ReadonlySet<CellKey> = new Set()): Step | null {
  return mapSides(step, (side, key) => {
    const now = lookup(key);
    if (removed.has(key)) return undefined;
    if (!side || !now) return side;
    return step.saved && side.stored.override !== now.stored.override ? undefined : isOn(side, now.stored, now.read);
  });
}

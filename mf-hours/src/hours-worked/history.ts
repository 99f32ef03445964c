/** Undo steps of staged edits. One step contains all cells that one command changed. */
import type { CellKey, StoredHours } from './cells';
import type { Lookup } from './conflicts';
import { changesNothing, type Edit, type ReadVersion } from './edits';

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
}

/** The step that undoes another one. */
export const inverseOf = ({ changes, saved }: Step): Step => ({
  changes: changes.map(({ key, before, after }) => ({ key, before: after, after: before })),
  saved,
});

type Side = Change['before'];

function mapSides(step: Step, map: (side: Side, key: CellKey) => Side, saved = step.saved): Step | null {
  const changes = step.changes
    .map(({ key, before, after }) => ({ key, before: map(before, key), after: map(after, key) }))
    .filter(({ before, after }) => before !== undefined || after !== undefined);
  return changes.length === 0 ? null : { changes, saved };
}

const isOn = (edit: Edit, stored: StoredHours, read: ReadVersion): Side =>
  changesNothing(edit.entry, stored) ? undefined : { ...edit, stored, read };

/** What a save made of a cell. */
export interface SavedCell {
  before: StoredHours;
  after: StoredHours;
  read: ReadVersion;
}

/** The step after a save: what was stored before it is now a value to stage. */
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
 * The step over what is stored now. A saved value that someone else has changed since is theirs: undo falls back to what they
 * saved. The practice may no longer have the cell.
 */
export function rebaseStep(step: Step, lookup: Lookup, removed: ReadonlySet<CellKey> = new Set()): Step | null {
  return mapSides(step, (side, key) => {
    const now = lookup(key);
    if (removed.has(key)) return undefined;
    if (!side || !now) return side;
    return step.saved && side.stored.override !== now.stored.override ? undefined : isOn(side, now.stored, now.read);
  });
}

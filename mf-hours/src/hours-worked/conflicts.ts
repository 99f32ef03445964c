/** Merges staged edits with changes that someone else saved (DECISIONS, server rule 2). */
import { type Conflict, mergeEdits } from 'shared-api/contracts';
import type { ChangedBy, Side } from 'shared-ui/versioned';
import type { CellKey, StoredHours } from './cells';
import { changesNothing, type Edit, type Edits, type ReadVersion } from './edits';

export interface CellConflict {
  key: CellKey;
  /** The edit, rebased on the current values. */
  mine: Edit;
  theirs: StoredHours;
  by: ChangedBy;
  choice: Side | null;
}

/** The stored values of a cell and the read they came from; undefined if the practice no longer has the cell. */
export type Lookup = (key: CellKey) => { stored: StoredHours; read: ReadVersion } | undefined;

export interface CellMergeResult {
  /** The edits, rebased on the current values. */
  edits: Map<CellKey, Edit>;
  conflicts: CellConflict[];
  /** Edits of providers who have left the practice. */
  removed: CellKey[];
}

/** Rebases all edits on the values read after a conflict. */
export function mergeCells(edits: Edits, conflict: Conflict, lookup: Lookup): CellMergeResult {
  const named = new Map((conflict.changes ?? []).map((change) => [change.field, change]));
  const merged = mergeEdits<CellKey, Edit, StoredHours>({
    edits,
    base: (_, edit) => edit.stored,
    theirs: (key) => lookup(key)?.stored,
    // Compares only overrides, because a recomputed figure is not a person's edit.
    sameValue: (one, other) => one.override === other.override,
    changesNothing: ({ entry }, stored) => changesNothing(entry, stored),
  });
  const rebasedEdits = new Map<CellKey, Edit>();
  for (const [key, edit] of merged.edits) {
    const now = lookup(key);
    if (now) rebasedEdits.set(key, { ...edit, stored: now.stored, read: now.read });
  }
  const conflicts = merged.conflicts.flatMap((key): CellConflict[] => {
    const mine = rebasedEdits.get(key);
    const { changed_by, changed_at } = named.get(key) ?? conflict;
    return mine ? [{ key, mine, theirs: mine.stored, by: { changed_by, changed_at }, choice: null }] : [];
  });
  return { edits: rebasedEdits, conflicts, removed: merged.removed };
}

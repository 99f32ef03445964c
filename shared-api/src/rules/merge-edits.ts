/**
 * The three-way merge of unsaved edits with what somebody else saved meanwhile, field by field. Both views use it: the
 * weekly hours and the hours worked.
 */

export interface MergeInput<Key, Edit, Value> {
  /** Unsaved edits by field. What an edit means, `set` or `clear`, stays with the edit. */
  edits: ReadonlyMap<Key, Edit>;
  /** What was stored when the edit was made. */
  base: (key: Key, edit: Edit) => Value;
  /** What is stored now; undefined where the field no longer exists. */
  theirs: (key: Key) => Value | undefined;
  sameValue: (one: Value, other: Value) => boolean;
  /** True where saving the edit over this value would change nothing. */
  changesNothing: (edit: Edit, value: Value) => boolean;
}

export interface MergedEdits<Key, Edit> {
  /** The edits that are still to be saved, those in conflict among them. */
  edits: Map<Key, Edit>;
  /** Fields that both sides changed, each in its own way. */
  conflicts: Key[];
  /** Edits of fields that no longer exist. */
  removed: Key[];
}

/** Keeps every edit that still applies. Only a field that both sides changed differently is a conflict. */
export function mergeEdits<Key, Edit, Value>(input: MergeInput<Key, Edit, Value>): MergedEdits<Key, Edit> {
  const { base, theirs, sameValue, changesNothing } = input;
  const result: MergedEdits<Key, Edit> = { edits: new Map(), conflicts: [], removed: [] };
  for (const [key, edit] of input.edits) {
    const now = theirs(key);
    if (now === undefined) {
      result.removed.push(key);
      continue;
    }
    if (changesNothing(edit, now)) continue;
    result.edits.set(key, edit);
    if (!sameValue(base(key, edit), now)) result.conflicts.push(key);
  }
  return result;
}

/**
 * The three-way merge of unsaved edits with somebody else's save, field by field. The weekly hours, the hours worked and
 * the settings use it.
 */

export interface MergeInput<Key, Edit, Value> {
  /** Unsaved edits by field. An edit keeps its intent: `set` or `clear`. */
  edits: ReadonlyMap<Key, Edit>;
  /** The stored value when the edit was made. */
  base: (key: Key, edit: Edit) => Value;
  /** The stored value now; undefined if the field no longer exists. */
  theirs: (key: Key) => Value | undefined;
  sameValue: (one: Value, other: Value) => boolean;
  /** True if saving the edit over this value would change nothing. */
  changesNothing: (edit: Edit, value: Value) => boolean;
}

export interface MergedEdits<Key, Edit> {
  /** The remaining edits, including conflicts. */
  edits: Map<Key, Edit>;
  /** Fields that both sides changed to different values. */
  conflicts: Key[];
  /** Edits of fields that no longer exist. */
  removed: Key[];
}

/** Keeps every edit that still applies. Only fields that both sides changed to different values are conflicts. */
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

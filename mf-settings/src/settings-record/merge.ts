/**
 * Three-way merge of the record, field by field: what this page read (`base`), what was typed (`edits`) and what someone
 * else saved meanwhile (`theirs`).
 */
import type { Conflict, PracticeSettings } from 'shared-api/contracts';
import { type Edits, type FieldPath, fieldAt, fieldPaths, same, valueIn } from './values';

interface Who {
  changed_by: string;
  /** Epoch seconds. */
  changed_at: number;
}

/** A field that both sides changed, each in its own way. Until one is chosen, the page shows mine. */
export interface Clash {
  path: FieldPath;
  mine: unknown;
  theirs: unknown;
  /** Whose change it is, where the server tells. */
  who: Who | null;
  choice: 'mine' | 'theirs' | null;
}

/** A field that only the other side changed; it is taken over. */
export interface Taken {
  path: FieldPath;
  who: Who | null;
}

export interface Merged {
  clashes: readonly Clash[];
  taken: readonly Taken[];
}

/** Who changed a field, as a refused save tells it: by field, or for the record as a whole. */
function whoChanged(by: Conflict | null, path: FieldPath): Who | null {
  if (!by) return null;
  return by.changes?.find(({ field }) => field === path || fieldAt(field) === path) ?? by;
}

/**
 * @param open clashes of an earlier merge that nobody has decided yet: they stay open while both sides still differ
 */
export function merge(
  base: PracticeSettings,
  edits: Edits,
  theirs: PracticeSettings,
  { by, open = [] }: { by: Conflict | null; open?: readonly Clash[] },
): Merged {
  const clashes: Clash[] = [];
  const taken: Taken[] = [];
  for (const path of fieldPaths) {
    const now = valueIn(theirs, path);
    const earlier = open.find((clash) => clash.path === path);
    if (same(valueIn(base, path), now) && !earlier) continue;
    const who = whoChanged(by, path) ?? earlier?.who ?? null;
    if (!(path in edits)) taken.push({ path, who });
    else if (!same(edits[path], now)) clashes.push({ path, mine: edits[path], theirs: now, who, choice: null });
  }
  return { clashes, taken };
}

/** The same cell changed by someone else meanwhile (DECISIONS, server rule 2). */
import type { Conflict } from 'shared-api/contracts';
import type { CellKey, Stored } from './cells';
import { changesNothing, type Edit, type Edits, type Reading } from './edits';

export interface Clash {
  key: CellKey;
  /** The edit, over what is stored now. */
  mine: Edit;
  theirs: Stored;
  changed_by: string;
  /** Epoch seconds. */
  changed_at: number;
  choice: 'mine' | 'theirs' | null;
}

/** What is stored of a cell now, and the read that brought it; undefined where the practice no longer has it. */
export type Lookup = (key: CellKey) => { stored: Stored; read: Reading } | undefined;

export interface Met {
  /** The edits over what is stored now. */
  edits: Map<CellKey, Edit>;
  clashes: Clash[];
  /** Edits of providers who are gone: they have no place any more. */
  gone: CellKey[];
}

/** Puts all edits over what was read after a refused save. */
export function meet(edits: Edits, conflict: Conflict, lookup: Lookup): Met {
  const named = new Map((conflict.changes ?? []).map((change) => [change.field, change]));
  const met: Met = { edits: new Map(), clashes: [], gone: [] };
  for (const [key, edit] of edits) {
    const now = lookup(key);
    if (!now) {
      met.gone.push(key);
      continue;
    }
    if (changesNothing(edit.entry, now.stored)) continue;
    const mine: Edit = { ...edit, stored: now.stored, read: now.read };
    met.edits.set(key, mine);
    if (edit.stored.override === now.stored.override) continue;
    const { changed_by, changed_at } = named.get(key) ?? conflict;
    met.clashes.push({ key, mine, theirs: now.stored, changed_by, changed_at, choice: null });
  }
  return met;
}

/** Loads staged edits from session storage, where `shared-ui/versioned` keeps them. */
import { loadStoredEdits } from 'shared-ui/versioned';
import { type CellKey, parseCellKey } from './cells';
import { type Edit, type Edits, isEdit } from './edits';

/** Storage key of a practice's edits. */
export const storedName = (practiceId: number): string => `hours-worked ${practiceId}`;

/** The edits stored before a reload; empty if there are none or they can't be read. */
export function restoredEdits(userId: string, practiceId: number): Edits {
  const found = loadStoredEdits(storedName(practiceId), userId);
  const edits = new Map<CellKey, Edit>();
  for (const item of Array.isArray(found) ? (found as unknown[]) : []) {
    const [name, edit] = Array.isArray(item) ? (item as unknown[]) : [];
    const key = typeof name === 'string' ? parseCellKey(name)?.key : undefined;
    if (key && isEdit(edit)) edits.set(key, edit);
  }
  return edits;
}

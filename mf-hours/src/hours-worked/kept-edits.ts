/**
 * Staged edits kept beside the page, so that an accidental reload and a session that ended lose nothing. In the tab's
 * own storage, by person and practice: nobody else who signs in here sees them, and they end with the tab.
 */
import { type CellKey, placeOf } from './cells';
import { type Edit, type Edits, isEdit } from './edits';

const nameOf = (user: string, practice: number): string => `hours-worked ${user} ${practice}`;

/** Storage may be full or forbidden; the edits then live in the page alone, and its leave guard still stands. */
function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** The edits that were kept; none when there are none or they cannot be read. */
export function keptEdits(user: string, practice: number): Edits {
  const text = attempt(() => sessionStorage.getItem(nameOf(user, practice)));
  const found = attempt((): unknown => JSON.parse(text ?? '[]'));
  const kept = new Map<CellKey, Edit>();
  for (const item of Array.isArray(found) ? (found as unknown[]) : []) {
    const [name, edit] = Array.isArray(item) ? (item as unknown[]) : [];
    const key = typeof name === 'string' ? placeOf(name)?.key : undefined;
    if (key && isEdit(edit)) kept.set(key, edit);
  }
  return kept;
}

export function keepEdits(user: string, practice: number, edits: Edits): void {
  attempt(() => {
    if (edits.size === 0) sessionStorage.removeItem(nameOf(user, practice));
    else sessionStorage.setItem(nameOf(user, practice), JSON.stringify([...edits]));
  });
}

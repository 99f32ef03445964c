/**
 * Unsaved edits kept next to the page, so that an accidental reload and a session that ended lose nothing. In the tab's own
 * storage, by person and practice: nobody else who signs in here sees them, and they end with the tab.
 */
import { weeklyHoursRecord } from 'shared-api/contracts';
import { changesOf } from './changes';
import { type Draft, draftOf, type Loaded, reduce } from './draft';
import type { Rows } from './rows';

const keyOf = (user: string, practiceId: number): string => `weekly-hours ${user} ${practiceId}`;

/** Storage may be full or forbidden; the edits then live in the page alone, and its leave guard still stands. */
function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

function rowsIn(value: unknown): Rows | undefined {
  if (!Array.isArray(value)) return undefined;
  const rows = value.map((row) => weeklyHoursRecord.safeParse(row));
  return rows.every(({ success }) => success) ? rows.flatMap(({ data }) => data ?? []) : undefined;
}

export function storeDraft(user: string, practiceId: number, draft: Draft | null): void {
  attempt(() => {
    const key = keyOf(user, practiceId);
    if (!draft || changesOf(draft.base.records, draft.rows).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ base: draft.base.records, rows: draft.rows }));
  });
}

/** What was read, with the edits of before merged over it. */
export function restoredDraft(user: string, practiceId: number, loaded: Loaded): Draft {
  const text = attempt(() => sessionStorage.getItem(keyOf(user, practiceId)));
  const stored = attempt(() => JSON.parse(text ?? 'null') as { base?: unknown; rows?: unknown } | null);
  const base = rowsIn(stored?.base);
  const rows = rowsIn(stored?.rows);
  if (!base?.length || !rows?.length) return draftOf(loaded);
  const before: Draft = { ...draftOf({ records: base, etag: undefined }), rows };
  return attempt(() => reduce(before, { type: 'read', loaded, by: null })) ?? draftOf(loaded);
}

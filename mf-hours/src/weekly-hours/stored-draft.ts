/** Prepares the unsaved edits of the weekly hours for session storage, and restores them. */
import { timeKeys, weeklyHoursRecord } from 'shared-api/contracts';
import { loadStoredEdits } from 'shared-ui/versioned';
import { changesOf } from './changes';
import { type Draft, draftOf, type Loaded, reduce } from './draft';
import type { Row, Rows } from './rows';

/** The maximum length of a time in the contract. */
const MAX_TIME_LENGTH = 20;

/** Storage key of the edits to a practice's schedule. */
export const storedName = (practiceId: number, validFrom?: string): string =>
  ['weekly-hours', practiceId, ...(validFrom === undefined ? [] : [validFrom])].join(' ');

/**
 * The part of a draft that is stored: the loaded rows and the rows on the screen. Null if nothing is unsaved; undefined until
 * the hours have loaded.
 */
export function storedEdits(draft: Draft | null): { base: Rows; rows: Rows } | null | undefined {
  if (!draft) return undefined;
  if (changesOf(draft.base.records, draft.rows).length === 0) return null;
  return { base: draft.base.records, rows: draft.rows };
}

/** A partly typed text may be longer than a time. */
function rowIn(value: unknown): Row | undefined {
  const given = (value ?? {}) as Record<string, unknown>;
  const typed = timeKeys.flatMap((key) => {
    const text = given[key];
    return typeof text === 'string' && text.length > MAX_TIME_LENGTH ? [[key, text] as const] : [];
  });
  const { data } = weeklyHoursRecord.safeParse({ ...given, ...Object.fromEntries(typed.map(([key]) => [key, ''])) });
  return data && { ...data, ...Object.fromEntries(typed) };
}

function rowsIn(value: unknown): Rows | undefined {
  if (!Array.isArray(value)) return undefined;
  const rows = value.flatMap((row) => rowIn(row) ?? []);
  return rows.length === value.length ? rows : undefined;
}

/** The loaded hours, merged with the stored edits. */
export function restoredDraft(userId: string, name: string, loaded: Loaded): Draft {
  const stored = loadStoredEdits(name, userId) as { base?: unknown; rows?: unknown } | null | undefined;
  const base = rowsIn(stored?.base);
  const rows = rowsIn(stored?.rows);
  if (!base?.length || !rows?.length) return draftOf(loaded);
  const before: Draft = { ...draftOf({ records: base, etag: undefined }), rows };
  try {
    return reduce(before, { type: 'read', loaded, by: null });
  } catch {
    // The stored list has no office, because an earlier release stored something else.
    return draftOf(loaded);
  }
}

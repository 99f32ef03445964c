/** The unsaved edits of the weekly hours, as the kit stores them next to the page. */
import { weeklyHoursRecord } from 'shared-api/contracts';
import { loadStoredEdits } from 'shared-ui/versioned';
import { changesOf } from './changes';
import { type Draft, draftOf, type Loaded, reduce } from './draft';
import type { Rows } from './rows';

/** The name under which the edits of a practice's schedule are stored. */
export const storedName = (practiceId: number, validFrom?: string): string =>
  ['weekly-hours', practiceId, ...(validFrom === undefined ? [] : [validFrom])].join(' ');

/** What is stored of a draft: what was read, and what stands on it now. Null where nothing is unsaved. */
export function storedEdits(draft: Draft | null): { base: Rows; rows: Rows } | null {
  if (!draft || changesOf(draft.base.records, draft.rows).length === 0) return null;
  return { base: draft.base.records, rows: draft.rows };
}

function rowsIn(value: unknown): Rows | undefined {
  if (!Array.isArray(value)) return undefined;
  const rows = value.map((row) => weeklyHoursRecord.safeParse(row));
  return rows.every(({ success }) => success) ? rows.flatMap(({ data }) => data ?? []) : undefined;
}

/** What was read, with the edits of before merged over it. */
export function restoredDraft(userId: string, name: string, loaded: Loaded): Draft {
  const stored = loadStoredEdits(name, userId) as { base?: unknown; rows?: unknown } | null | undefined;
  const base = rowsIn(stored?.base);
  const rows = rowsIn(stored?.rows);
  if (!base?.length || !rows?.length) return draftOf(loaded);
  const before: Draft = { ...draftOf({ records: base, etag: undefined }), rows };
  try {
    return reduce(before, { type: 'read', loaded, by: null });
  } catch {
    // A list without its office, from a release that stored something else.
    return draftOf(loaded);
  }
}

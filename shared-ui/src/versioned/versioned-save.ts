/**
 * Saves a record that others also edit. Each save is based on the loaded version. If the server rejects it because
 * somebody else saved first, their version is loaded and merged with the edits. Without conflicts, the merged record is
 * saved immediately. Otherwise, nothing is saved until the person has chosen.
 */
import { isApiError } from 'shared-api';
import type { Conflict } from 'shared-api/contracts';

/** Maximum number of attempts per click, because others can save again between the merge and the next attempt. */
const MAX_ATTEMPTS = 5;

/** The result of an RTK Query mutation. */
export type SaveAnswer<Answer> = { data: Answer; error?: undefined } | { data?: undefined; error: unknown };

/** How a record is sent, reloaded and merged. `Draft` is the record with the edits applied. */
export interface VersionedRecord<Draft, Answer> {
  /** Saves the edits based on the loaded version (`If-Match`). */
  send: (draft: Draft) => Promise<SaveAnswer<Answer>>;
  /** Refetches the record and merges it with the edits. Resolves to undefined on failure, which the caller reports. */
  readAgain: (conflict: Conflict) => Promise<Draft | undefined>;
  /** The number of unresolved conflicts, including edits of removed items. */
  undecided: (draft: Draft) => number;
  /** The number of fields that differ from the server. */
  changes: (draft: Draft) => number;
}

export type SaveOutcome<Draft, Answer> =
  /** `sent` is the server's new state. `incoming` are the merged changes of others. */
  | { kind: 'saved'; answer: Answer; sent: Draft; incoming: readonly Conflict[] }
  /** Others saved the same changes, so nothing was left to send. */
  | { kind: 'already-saved'; incoming: readonly Conflict[] }
  /** The person has to choose first. `conflict` is null if conflicts were open before the save. */
  | { kind: 'undecided'; conflict: Conflict | null }
  | { kind: 'failed'; error: unknown };

export async function saveVersioned<Draft, Answer>(
  record: VersionedRecord<Draft, Answer>,
  draft: Draft,
): Promise<SaveOutcome<Draft, Answer>> {
  if (record.undecided(draft) > 0) return { kind: 'undecided', conflict: null };
  const incoming: Conflict[] = [];
  let current = draft;
  for (let attempt = 1; ; attempt += 1) {
    const { data, error } = await record.send(current);
    if (error === undefined) return { kind: 'saved', answer: data as Answer, sent: current, incoming };
    const conflict = isApiError(error) ? error.conflict : undefined;
    if (!conflict || attempt === MAX_ATTEMPTS) return { kind: 'failed', error };
    const merged = await record.readAgain(conflict);
    if (!merged) return { kind: 'failed', error };
    incoming.push(conflict);
    if (record.undecided(merged) > 0) return { kind: 'undecided', conflict };
    if (record.changes(merged) === 0) return { kind: 'already-saved', incoming };
    current = merged;
  }
}

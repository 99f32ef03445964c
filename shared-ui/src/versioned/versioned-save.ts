/**
 * Saving a record that others edit too. A save is made on the version that was read; when the server refuses it because
 * somebody else saved meanwhile, their version is read and merged under the edits. Where the two do not overlap, the merged
 * record is saved at once; where they do, nothing is saved until a person has chosen.
 */
import { isApiError } from 'shared-api';
import type { Conflict } from 'shared-api/contracts';

/** The most saves per click: others may save again between the merge and the next attempt. */
const MAX_ATTEMPTS = 5;

/** What a mutation of RTK Query answers. */
export type SaveAnswer<Answer> = { data: Answer; error?: undefined } | { data?: undefined; error: unknown };

/** How a record is sent, reloaded and merged. `Draft` is the record with the edits applied. */
export interface VersionedRecord<Draft, Answer> {
  /** Saves the edits on the version that the draft was read at (`If-Match`). */
  send: (draft: Draft) => Promise<SaveAnswer<Answer>>;
  /** Reads the record and merges it under the edits; undefined on failure, which the caller reports. */
  readAgain: (conflict: Conflict) => Promise<Draft | undefined>;
  /** The number of unresolved conflicts, including edits of what no longer exists. */
  undecided: (draft: Draft) => number;
  /** The number of fields that differ from the server. */
  changes: (draft: Draft) => number;
}

export type SaveOutcome<Draft, Answer> =
  /** `sent` is the server's new state. `incoming` are the saves of others that were merged. */
  | { kind: 'saved'; answer: Answer; sent: Draft; incoming: readonly Conflict[] }
  /** Others saved the same changes: nothing was left to send. */
  | { kind: 'already-saved'; incoming: readonly Conflict[] }
  /** The person has to choose first. `conflict` is null if that was so before the save. */
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

/**
 * Saving a record that others edit too. A save is made on the version that was read; when the server refuses it because
 * somebody else saved meanwhile, their version is read and merged under the edits. Where the two do not overlap, the merged
 * record is saved at once; where they do, nothing is saved until a person has chosen.
 */
import { isApiError } from 'shared-api';
import type { Conflict } from 'shared-api/contracts';

/** Saves of one click: others may save again between the merge and the next try. */
const MAX_ATTEMPTS = 5;

/** What a mutation of RTK Query answers. */
export type SaveAnswer<Answer> = { data: Answer; error?: undefined } | { data?: undefined; error: unknown };

/** How a record is sent, read again and merged. `Draft` is what was read with the edits over it. */
export interface VersionedRecord<Draft, Answer> {
  /** Saves the edits on the version that the draft was read at (`If-Match`). */
  send: (draft: Draft) => Promise<SaveAnswer<Answer>>;
  /** Reads the record and merges it under the edits; undefined where it could not be read, which the caller says. */
  readAgain: (conflict: Conflict) => Promise<Draft | undefined>;
  /** Fields that both sides changed and nobody has chosen between, and edits of what no longer exists. */
  undecided: (draft: Draft) => number;
  /** Fields that still differ from what the server has. */
  changes: (draft: Draft) => number;
}

export type SaveOutcome<Draft, Answer> =
  /** `sent` is what the server has now. `incoming` are the saves of others that were merged on the way. */
  | { kind: 'saved'; answer: Answer; sent: Draft; incoming: readonly Conflict[] }
  /** Others had saved the very same meanwhile: there was nothing left to send. */
  | { kind: 'already-saved'; incoming: readonly Conflict[] }
  /** A person has to choose first. `conflict` is null where that was so before the save. */
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

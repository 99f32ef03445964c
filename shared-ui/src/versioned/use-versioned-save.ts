import type { Conflict } from 'shared-api/contracts';
import { useRef, useState } from 'react';
import { useRemote } from '../remote/use-remote';
import { versionedMessages } from './messages';
import { type SaveOutcome, saveVersioned, type VersionedRecord } from './versioned-save';

export interface VersionedSave<Draft, Answer> {
  /** Resolves to null while another save runs, so a second click sends nothing. */
  save: (draft: Draft) => Promise<SaveOutcome<Draft, Answer> | null>;
  saving: boolean;
}

export interface VersionedSaveOptions {
  /** The notice about merged changes of others, e.g. with the names of their fields. Null shows none. */
  incomingMessage?: (conflict: Conflict) => string | null;
}

const countIncoming = ({ changed_by, changes }: Conflict): string =>
  versionedMessages.incoming(changes?.length ?? 1, changed_by);

/**
 * `saveVersioned` as a hook: one save at a time, with a notice about merged changes of others.
 *
 * @example
 * const [draft, setDraft] = useState({ name: 'Room 2' });
 * const { save, saving } = useVersionedSave({
 *   send: (sent: { name: string }) => Promise.resolve({ data: sent }),
 *   readAgain: () => Promise.resolve(draft),
 *   undecided: () => 0,
 *   changes: () => 1,
 * });
 * return (
 *   <>
 *     <TextField label="Name" value={draft.name} onChange={(event) => setDraft({ name: event.target.value })} />
 *     <Button loading={saving} onClick={() => void save(draft)}>
 *       Save
 *     </Button>
 *   </>
 * );
 */
export function useVersionedSave<Draft, Answer>(
  record: VersionedRecord<Draft, Answer>,
  { incomingMessage = countIncoming }: VersionedSaveOptions = {},
): VersionedSave<Draft, Answer> {
  const { notify } = useRemote();
  const [saving, setSaving] = useState(false);
  /** A second click can arrive before the first has rendered. */
  const running = useRef(false);

  const save = async (draft: Draft): Promise<SaveOutcome<Draft, Answer> | null> => {
    if (running.current) return null;
    running.current = true;
    setSaving(true);
    try {
      const outcome = await saveVersioned(record, draft);
      if (outcome.kind === 'saved' || outcome.kind === 'already-saved') {
        for (const conflict of outcome.incoming) {
          const message = incomingMessage(conflict);
          if (message !== null) notify({ severity: 'info', message });
        }
      }
      return outcome;
    } finally {
      running.current = false;
      setSaving(false);
    }
  };

  return { save, saving };
}

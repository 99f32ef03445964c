/** The practice in the edit dialog and its unsaved edits. They survive a reload and the end of a session. */
import { type FeaturesEditing, fromStoredEditing, toStoredEditing } from 'shared-api/contracts';
import { useCallback, useMemo, useState } from 'react';
import { useRemote } from 'shared-ui/remote';
import { loadStoredEdits, useStoredEdits } from 'shared-ui/versioned';
import type { Practice } from './selection';

const RECORD = 'practice-features-dialog';

export interface EditedPractice {
  practice: Practice;
  /** Edits from before a reload. */
  stored: FeaturesEditing | undefined;
}

export interface PracticeEditing {
  edited: EditedPractice | null;
  open: (practice: Practice) => void;
  close: () => void;
  /** Stores the current edits. */
  storeEditing: (editing: FeaturesEditing) => void;
}

function practiceIn(stored: unknown): Practice | undefined {
  const { id, name } = (stored ?? {}) as Partial<Record<keyof Practice, unknown>>;
  return typeof id === 'number' && typeof name === 'string' ? { id, name } : undefined;
}

function readStored(userId: string): EditedPractice | null {
  const stored = loadStoredEdits(RECORD, userId) as { practice?: unknown; editing?: unknown } | undefined;
  const practice = practiceIn(stored?.practice);
  const editing = fromStoredEditing(stored?.editing);
  return practice && editing ? { practice, stored: editing } : null;
}

export function usePracticeEditing(): PracticeEditing {
  const { session } = useRemote();
  const [edited, setEdited] = useState(() => readStored(session.user.id));
  const [editing, setEditing] = useState<FeaturesEditing | null>(edited?.stored ?? null);
  useStoredEdits(
    RECORD,
    useMemo(
      () =>
        edited && editing && editing.edits.size > 0
          ? { practice: edited.practice, editing: toStoredEditing(editing) }
          : null,
      [edited, editing],
    ),
  );
  const open = useCallback((practice: Practice): void => {
    setEditing(null);
    setEdited({ practice, stored: undefined });
  }, []);
  const close = useCallback((): void => {
    setEditing(null);
    setEdited(null);
  }, []);
  return { edited, open, close, storeEditing: setEditing };
}

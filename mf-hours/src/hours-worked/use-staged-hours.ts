/**
 * The store of one page visit. Staged edits survive a change of range, and session storage keeps them across a reload.
 */
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { usePractice, useRemote, useRight, useUnsavedChanges } from 'shared-ui/remote';
import { useStoredEdits } from 'shared-ui/versioned';
import { GridCursor } from '../grid/grid-cursor';
import { GridCommands } from './grid-commands';
import { HoursStore, type Status } from './hours-store';
import { messages } from './messages';
import { restoredEdits, storedName } from './stored-edits';

export interface StagedHours {
  commands: GridCommands;
  store: HoursStore;
  status: Status;
  /** Edits restored from before a reload. */
  restored: number;
}

export function useStagedHours(): StagedHours {
  const { session } = useRemote();
  const practiceId = usePractice().id;
  const [{ commands, restored }] = useState(() => {
    const edits = restoredEdits(session.user.id, practiceId);
    return { commands: new GridCommands(new HoursStore(edits), new GridCursor()), restored: edits.size };
  });
  const { store } = commands;
  const { reason } = useRight('hours');
  useLayoutEffect(() => commands.lockReason.setState(reason ?? null), [commands, reason]);
  const status = useSyncExternalStore(store.subscribe, store.status);
  useUnsavedChanges(status.changes > 0 ? { what: messages.unsaved(status.changes) } : null);
  useStoredEdits(
    storedName(practiceId),
    useMemo(() => (status.changes > 0 ? [...store.unsavedEdits()] : null), [store, status]),
  );

  return { commands, store, status, restored };
}

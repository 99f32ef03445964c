/**
 * The store of one page visit. Staged edits survive a change of range, and session storage keeps them across a reload.
 */
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { usePractice, useRemote, useRight, useUnsavedChanges } from 'shared-ui/remote';
import { useStoredEdits } from 'shared-ui/versioned';
import { GridCursor } from '../grid/grid-cursor';
import type { CellKey } from './cells';
import type { Edit } from './edits';
import { GridCommands } from './grid-commands';
import { HoursStore, type Status } from './hours-store';
import { messages } from './messages';
import { restoredEdits, storedName } from './stored-edits';

export interface StagedHours {
  commands: GridCommands;
  store: HoursStore;
  status: Status;
  /** Number of edits from before a reload that are still as they were. */
  restored: number;
}

export function useStagedHours(): StagedHours {
  const { session } = useRemote();
  const practiceId = usePractice().id;
  const [{ commands, restored: former }] = useState(() => {
    const edits = restoredEdits(session.user.id, practiceId);
    return { commands: new GridCommands(new HoursStore(edits), new GridCursor()), restored: edits };
  });
  const { store } = commands;
  const { reason } = useRight('hours');
  useLayoutEffect(() => commands.lockReason.setState(reason ?? null), [commands, reason]);
  const status = useSyncExternalStore(store.subscribe, store.status);
  useUnsavedChanges(status.changes > 0 ? { what: messages.unsaved(status.changes) } : null);
  const edits = useMemo(() => (status.changes > 0 ? store.unsavedEdits() : new Map<CellKey, Edit>()), [store, status]);
  useStoredEdits(
    storedName(practiceId),
    useMemo(() => (edits.size > 0 ? [...edits] : null), [edits]),
  );
  const restored = [...former].filter(([key, { entry }]) => edits.get(key)?.entry === entry).length;

  return { commands, store, status, restored };
}

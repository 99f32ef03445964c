/** The store of one visit: what is staged lives above the ranges, and beside the page in case it is loaded again. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { usePractice, useRemote, useUnsavedChanges } from 'shared-ui/remote';
import { GridCursor } from './grid-cursor';
import { GridDeeds } from './grid-deeds';
import { HoursStore, type Status } from './hours-store';
import { keepEdits, keptEdits } from './kept-edits';
import { words } from './messages';

/** How long edits wait until they are kept: typing is not held up by storing thousands of them. */
const KEEP_AFTER_MS = 300;

export interface StagedHours {
  deeds: GridDeeds;
  store: HoursStore;
  status: Status;
  /** Edits that an earlier load of the page had left. */
  restored: number;
}

export function useStagedHours(): StagedHours {
  const { session, location } = useRemote();
  const practice = usePractice().id;
  const user = session.user.id;
  const [{ deeds, restored }] = useState(() => {
    const kept = keptEdits(user, practice);
    return { deeds: new GridDeeds(new HoursStore(kept), new GridCursor()), restored: kept.size };
  });
  const { store } = deeds;
  const status = useSyncExternalStore(store.subscribe, store.status);
  useUnsavedChanges(status.changes > 0 ? { what: words.unsaved(status.changes) } : null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      clearTimeout(timer);
      timer = undefined;
      keepEdits(user, practice, store.edits());
    };
    const keepWaiting = (): void => {
      if (timer !== undefined) keep();
    };
    const forget = store.subscribe(() => {
      timer ??= setTimeout(keep, KEEP_AFTER_MS);
    });
    addEventListener('pagehide', keepWaiting);
    const { pathname } = location();
    return () => {
      forget();
      removeEventListener('pagehide', keepWaiting);
      keep();
      // Who went elsewhere was asked before, and chose to discard. A page that is taken down where it stands was not.
      if (location().pathname !== pathname) keepEdits(user, practice, new Map());
    };
  }, [store, user, practice, location]);

  return { deeds, store, status, restored };
}

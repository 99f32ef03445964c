import type { UnsavedChanges } from 'shared-api';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConsoleHistory } from '../navigation/history';

/** An open question about unsaved changes. */
export interface LeaveQuestion {
  changes: UnsavedChanges;
  answer: (leave: boolean) => void;
}

export interface UnsavedChangesGuard {
  readonly unsaved: StoreApi<UnsavedChanges | null>;
  readonly leaving: StoreApi<LeaveQuestion | null>;
  /** Asks about unsaved changes, if any. Resolves to true if the person can leave. */
  mayLeave(): Promise<boolean>;
}

/** Asks before a page with unsaved changes is left, whether within the console or through the browser. */
export function guardUnsavedChanges(history: ConsoleHistory): UnsavedChangesGuard {
  const unsaved = createStore<UnsavedChanges | null>(() => null);
  const leaving = createStore<LeaveQuestion | null>(() => null);
  const mayLeave = (): Promise<boolean> => {
    const changes = unsaved.getState();
    if (!changes) return Promise.resolve(true);
    leaving.getState()?.answer(false);
    return new Promise((resolve) => {
      leaving.setState(
        {
          changes,
          answer(leave) {
            leaving.setState(null);
            if (leave) unsaved.setState(null);
            resolve(leave);
          },
        },
        true,
      );
    });
  };
  history.guard((to, from, step) => {
    const changes = unsaved.getState();
    if (!changes || to.pathname !== from.pathname) return changes !== null;
    return changes.lostWithQuery === true && step === 'traverse' && to.search !== from.search;
  }, mayLeave);
  window.addEventListener('beforeunload', (event) => {
    if (unsaved.getState()) event.preventDefault();
  });
  return { unsaved, leaving, mayLeave };
}

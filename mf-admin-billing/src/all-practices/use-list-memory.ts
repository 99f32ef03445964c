/**
 * Keeps the list's filter, order, page and selection in session storage, per person, so that they survive opening a
 * practice and a reload. They are deleted with the tab.
 */
import { useRemote } from 'shared-ui/remote';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ListParams, listParams } from './list-params';
import { fromStoredSelection, toStoredSelection } from './selection';
import { SelectionStore } from './selection-store';

interface StoredList {
  /** The query string of the list. */
  search: string;
  selection: unknown;
}

const keyOf = (userId: string): string => `all-practices ${userId}`;

/** Unreadable values count as nothing stored. */
function readStored(userId: string): StoredList {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '{}') as Partial<StoredList>;
    return { search: typeof stored.search === 'string' ? stored.search : '', selection: stored.selection };
  } catch {
    return { search: '', selection: undefined };
  }
}

/** Without storage, the list starts over on each visit. */
function writeStored(userId: string, stored: StoredList): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(stored));
  } catch {
    // Storage is full or blocked.
  }
}

/** The parameters as a query string, without the watched job, which belongs to the visit. */
const searchOf = (params: ListParams): string => listParams.write('', { ...params, jobId: null });

export interface ListMemory {
  store: SelectionStore;
  /** True until the parameters of the last visit are in the URL. The list waits for them. */
  isRestoring: boolean;
}

/** Parameters in the URL take precedence. Without any, those of the last visit are added to the URL. */
export function useListMemory(
  params: ListParams,
  setParams: (params: ListParams, replace: boolean) => void,
): ListMemory {
  const { session, location } = useRemote();
  const userId = session.user.id;
  const [stored] = useState(() => readStored(userId));
  const [store] = useState(() => new SelectionStore(fromStoredSelection(stored.selection)));
  const [isWaiting, setWaiting] = useState(() => location().search === '' && stored.search !== '');
  const isRestoring = isWaiting && searchOf(params) === '';
  if (isWaiting && !isRestoring) setWaiting(false);

  const restore = useEffectEvent(() => {
    if (isRestoring) setParams(listParams.parse(stored.search), true);
  });
  useEffect(() => restore(), []);

  const [home] = useState(() => location().pathname);
  const search = useRef(stored.search);
  useEffect(() => {
    // The next page's URL can arrive before this page unmounts.
    if (!isRestoring && location().pathname === home) search.current = searchOf(params);
  });
  useEffect(() => {
    const save = (): void =>
      writeStored(userId, { search: search.current, selection: toStoredSelection(store.selection) });
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [userId, store]);
  return { store, isRestoring };
}

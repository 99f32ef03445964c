/** Loads, refetches and edits a practice's settings (specification: settings and hours, 7.1 and 8.1). */
import { apiErrorOf, serverMessage, remedyMessage } from 'shared-api';
import { type Conflict, editedValue, saveNumberOf, type SettingsEdit } from 'shared-api/contracts';
import {
  type Dispatch,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useRemote } from 'shared-ui/remote';
import { loadStoredEdits, useStoredEdits } from 'shared-ui/versioned';
import { useLazyReadPracticeSettingsQuery, useReadPracticeSettingsQuery } from '../api';
import { messages } from '../messages';
import { type Action, type Draft, draftOf, type Loaded, mergedFields, reduce, removedEdits } from './draft';
import { createDraftStore, type DraftStore } from './draft-store';
import { mergedText } from './SettingsConflictPanel';
import { restoredDraft, storedDraftOf } from './stored-draft';
import { labelOf, valueText } from './value-text';

const { reading: words, merge } = messages.settings;

export interface Settings {
  /** Null until the first load. */
  draft: Draft | null;
  /** The same draft as a store, for components that read only a part of it. */
  store: DraftStore;
  dispatch: Dispatch<Action>;
  /** Why the first load failed; undefined while loading and after a successful load. */
  loadFailure: LoadFailure | undefined;
  retry: () => void;
  fetching: boolean;
  /** Why the last refetch failed. The settings stay visible. */
  staleProblem: string | undefined;
  /**
   * Refetches and merges the record with the edits. Resolves to undefined, with a toast, if that failed.
   * @param by who else has saved, from a rejected save
   */
  readAgain: (by?: Conflict | null) => Promise<Draft | undefined>;
}

/** The server's message, or a fallback without one. */
export function errorMessage(error: unknown, otherwise: string): string {
  return serverMessage(apiErrorOf(error)) ?? otherwise;
}

export interface LoadFailure {
  title: string;
  /** What to do next. */
  help: string;
}

/**
 * The texts for a failed first load. For an unknown call, the server's message says what to do and replaces the page's
 * help.
 */
export function loadFailureOf(error: unknown, failed: string, next: string): LoadFailure {
  const remedy = remedyMessage(error);
  if (remedy !== undefined) return { title: failed, help: remedy };
  return { title: errorMessage(error, failed), help: next };
}

/** @param page the page's storage key for unsaved edits. Each page has its own edits */
export function useSettings(practiceId: number, page: string): Settings {
  const { notify, session } = useRemote();
  const record = `practice-settings ${page} ${practiceId}`;
  const open = (loaded: Loaded): Draft => restoredDraft(loadStoredEdits(record, session.user.id), loaded);
  const { data, error, isFetching, refetch } = useReadPracticeSettingsQuery({ practice: practiceId });
  const [read] = useLazyReadPracticeSettingsQuery();
  const [store] = useState(() => createDraftStore(data ? open(data) : null));
  const draft = useSyncExternalStore(store.subscribe, store.get);
  const onFirstLoad = useEffectEvent((loaded: Loaded) => {
    if (!store.get()) store.set(open(loaded));
  });
  // Runs before paint, so that no frame shows the skeleton next to loaded data.
  useLayoutEffect(() => {
    if (data) onFirstLoad(data);
  }, [data]);
  const [staleProblem, setStaleProblem] = useState<string>();

  const dispatch = useCallback(
    (action: Action): void => {
      const current = store.get();
      if (current) store.set(reduce(current, action));
    },
    [store],
  );
  useStoredEdits(
    record,
    useMemo(() => (draft ? storedDraftOf(draft) : undefined), [draft]),
  );

  const unread = data ? undefined : error;
  const loadFailure = unread && loadFailureOf(unread, words.failed, words.next);
  const loadProblem = loadFailure?.title;
  useEffect(() => {
    if (loadProblem !== undefined) notify({ severity: 'error', message: loadProblem });
  }, [loadProblem, notify]);

  const readAgain = useCallback(
    async (by: Conflict | null = null): Promise<Draft | undefined> => {
      const since = saveNumberOf(store.get()?.restoredFrom ?? store.get()?.base.etag);
      const answer = await read({ practice: practiceId, ...(since !== undefined && { since }) });
      if (answer.error || !answer.data) {
        const message = errorMessage(answer.error, words.failed);
        setStaleProblem(message);
        notify({ severity: 'error', message });
        return undefined;
      }
      setStaleProblem(undefined);
      const loaded = answer.data;
      const before = store.get() ?? draftOf(loaded);
      const action = { type: 'read', loaded, by } as const;
      const merged = reduce(before, action);
      dispatch(action);
      for (const key of removedEdits(before, loaded)) {
        const value = valueText(key, editedValue(before.edits.get(key) as SettingsEdit), before.base.settings);
        notify({ severity: 'warning', message: merge.removed(labelOf(key, before.base.settings), value) });
      }
      // A save reports merged changes itself. Without edits, the page just shows the new record.
      const incoming = before.edits.size > 0 && !by ? mergedFields(before, loaded, null) : [];
      if (incoming.length > 0) notify({ severity: 'info', message: mergedText(incoming, loaded.settings) });
      return merged;
    },
    [read, practiceId, notify, dispatch, store],
  );

  // Returning to the page shows cached settings immediately and refetches them.
  const onReturn = useEffectEvent(() => {
    if (draft) void readAgain();
  });
  useEffect(() => onReturn(), []);
  // The first load doesn't say who changed the fields of restored edits since.
  const unnamed = draft?.restoredFrom !== undefined;
  useEffect(() => {
    if (unnamed) void readAgain();
  }, [unnamed, readAgain]);

  return {
    draft,
    store,
    dispatch,
    loadFailure,
    retry: () => void refetch(),
    fetching: isFetching,
    staleProblem,
    readAgain,
  };
}

/** Loads, refetches and edits the settings of a practice (specification: settings and hours, 7.1 and 8.1). */
import { apiErrorOf, serverMessage, unknownCallMessage } from 'shared-api';
import { type Conflict, editedValue, type SettingsEdit } from 'shared-api/contracts';
import {
  type Dispatch,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useRemote } from 'shared-ui/remote';
import { loadStoredEdits, useStoredEdits } from 'shared-ui/versioned';
import { useLazyReadPracticeSettingsQuery, useReadPracticeSettingsQuery } from '../api';
import { messages } from '../messages';
import { type Action, type Draft, draftOf, type Loaded, mergedFields, reduce, removedEdits } from './draft';
import { mergedText } from './SettingsConflictPanel';
import { restoredDraft, storedDraftOf } from './stored-draft';
import { labelOf, valueText } from './value-text';

const { reading: words, merge } = messages.settings;

export interface Settings {
  /** Null until the first load. */
  draft: Draft | null;
  dispatch: Dispatch<Action>;
  /** The current draft, also between two renders. */
  latest: () => Draft | null;
  /** Why the first load failed; undefined while loading and after a successful load. */
  loadFailure: LoadFailure | undefined;
  retry: () => void;
  fetching: boolean;
  /** Why the last refetch failed. The settings stay visible. */
  staleProblem: string | undefined;
  /** Refetches and merges the record with the edits. Resolves to undefined, with a toast, if that failed. */
  readAgain: (by: Conflict | null) => Promise<Draft | undefined>;
}

/** The server's message, or a fallback if it sent none or did not respond. */
export function errorMessage(error: unknown, otherwise: string): string {
  return serverMessage(apiErrorOf(error)) ?? otherwise;
}

export interface LoadFailure {
  title: string;
  /** What to do next. */
  help: string;
}

/** The texts of a failed first load. The message of an unknown call says what to do, so it replaces the page's help. */
export function loadFailureOf(error: unknown, failed: string, next: string): LoadFailure {
  const unknownCall = unknownCallMessage(error);
  if (unknownCall !== undefined) return { title: failed, help: unknownCall };
  return { title: errorMessage(error, failed), help: next };
}

/** The version in an ETag such as `"7"`. */
function versionOf(etag: string | undefined): number | undefined {
  const version = /^(?:W\/)?"(\d+)"$/.exec(etag ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
}

/** @param page the key of the page in the storage of unsaved edits. Each page has its own edits. */
export function useSettings(practiceId: number, page: string): Settings {
  const { notify, session } = useRemote();
  const record = `practice-settings ${page} ${practiceId}`;
  const open = (loaded: Loaded): Draft => restoredDraft(loadStoredEdits(record, session.user.id), loaded);
  const { data, error, isFetching, refetch } = useReadPracticeSettingsQuery({ practice: practiceId });
  const [read] = useLazyReadPracticeSettingsQuery();
  const [draft, setDraft] = useState<Draft | null>(() => (data ? open(data) : null));
  if (data && !draft) setDraft(open(data));
  const [staleProblem, setStaleProblem] = useState<string>();

  /** A ref, because several changes and a response may come before the next render. */
  const current = useRef<Draft | null>(null);
  useLayoutEffect(() => {
    current.current ??= draft;
  }, [draft]);
  const dispatch = useCallback((action: Action): void => {
    if (!current.current) return;
    current.current = reduce(current.current, action);
    setDraft(current.current);
  }, []);
  useStoredEdits(
    record,
    useMemo(() => (draft ? storedDraftOf(draft) : null), [draft]),
  );

  const unread = data ? undefined : error;
  const loadFailure = unread && loadFailureOf(unread, words.failed, words.next);
  const loadProblem = loadFailure?.title;
  useEffect(() => {
    if (loadProblem !== undefined) notify({ severity: 'error', message: loadProblem });
  }, [loadProblem, notify]);

  const readAgain = useCallback(
    async (by: Conflict | null): Promise<Draft | undefined> => {
      const since = versionOf(current.current?.restoredFrom ?? current.current?.base.etag);
      const answer = await read({ practice: practiceId, ...(since !== undefined && { since }) });
      if (answer.error || !answer.data) {
        const message = errorMessage(answer.error, words.failed);
        setStaleProblem(message);
        notify({ severity: 'error', message });
        return undefined;
      }
      setStaleProblem(undefined);
      const loaded = answer.data;
      const before = current.current ?? draftOf(loaded);
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
    [read, practiceId, notify, dispatch],
  );

  // A return to the page shows cached settings immediately and refetches them.
  const onReturn = useEffectEvent(() => {
    if (draft) void readAgain(null);
  });
  useEffect(() => onReturn(), []);
  // The first load does not say who changed the fields of restored edits since.
  const unnamed = draft?.restoredFrom !== undefined;
  useEffect(() => {
    if (unnamed) void readAgain(null);
  }, [unnamed, readAgain]);

  return {
    draft,
    dispatch,
    latest: useCallback(() => current.current, []),
    loadFailure,
    retry: () => void refetch(),
    fetching: isFetching,
    staleProblem,
    readAgain,
  };
}

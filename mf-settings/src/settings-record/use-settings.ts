/** The settings of a practice: read once, read again under the edits, and edited (specification: settings and hours, 7.1, 8.1). */
import { apiErrorOf, serverMessage } from 'shared-api';
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
  /** Null until the settings were read for the first time. */
  draft: Draft | null;
  dispatch: Dispatch<Action>;
  /** The draft as it is now, also between two renderings. */
  latest: () => Draft | null;
  /** Why there is nothing to show; undefined while loading, and once there is something. */
  loadProblem: string | undefined;
  retry: () => void;
  fetching: boolean;
  /** What went wrong with the last re-read; the settings stay on the screen. */
  staleProblem: string | undefined;
  /** Reads again and merges what comes with the edits. Undefined when that failed, which is then said. */
  readAgain: (by: Conflict | null) => Promise<Draft | undefined>;
}

/** The message of the server, or a fallback when it sent none or did not answer. */
export function errorMessage(error: unknown, otherwise: string): string {
  return serverMessage(apiErrorOf(error)) ?? otherwise;
}

/** The version in an ETag such as `"7"`. */
function versionOf(etag: string | undefined): number | undefined {
  const version = /^(?:W\/)?"(\d+)"$/.exec(etag ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
}

/** @param page names the page in the storage of unsaved edits: each page has edits of its own */
export function useSettings(practiceId: number, page: string): Settings {
  const { notify, session } = useRemote();
  const record = `practice-settings ${page} ${practiceId}`;
  const open = (loaded: Loaded): Draft => restoredDraft(loadStoredEdits(record, session.user.id), loaded);
  const { data, error, isFetching, refetch } = useReadPracticeSettingsQuery({ practice: practiceId });
  const [read] = useLazyReadPracticeSettingsQuery();
  const [draft, setDraft] = useState<Draft | null>(() => (data ? open(data) : null));
  if (data && !draft) setDraft(open(data));
  const [staleProblem, setStaleProblem] = useState<string>();

  /** Several changes and an answer of the server may come before the next rendering. */
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
  const loadProblem = unread && errorMessage(unread, words.failed);
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
      // A save says itself what came in. Where nothing is edited the page simply shows what is saved now.
      const incoming = before.edits.size > 0 && !by ? mergedFields(before, loaded, null) : [];
      if (incoming.length > 0) notify({ severity: 'info', message: mergedText(incoming, loaded.settings) });
      return merged;
    },
    [read, practiceId, notify, dispatch],
  );

  // A return to the page shows cached settings at once and reads them again.
  const onReturn = useEffectEvent(() => {
    if (draft) void readAgain(null);
  });
  useEffect(() => onReturn(), []);
  // The first reading does not say who changed the fields of restored edits since.
  const unnamed = draft?.restoredFrom !== undefined;
  useEffect(() => {
    if (unnamed) void readAgain(null);
  }, [unnamed, readAgain]);

  return {
    draft,
    dispatch,
    latest: useCallback(() => current.current, []),
    loadProblem,
    retry: () => void refetch(),
    fetching: isFetching,
    staleProblem,
    readAgain,
  };
}

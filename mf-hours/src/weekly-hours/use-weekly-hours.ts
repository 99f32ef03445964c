/**
 * Loads, refreshes and edits the hours of a practice (specification: settings and hours, 7.2, 8.2). A refresh keeps
 * edits.
 */
import { isApiError, isException, remedyMessage } from 'shared-api';
import { type Conflict, saveNumberOf } from 'shared-api/contracts';
import {
  type Dispatch,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useRemote } from 'shared-ui/remote';
import { useStoredEdits } from 'shared-ui/versioned';
import { useLazyReadWeeklyHoursQuery, useReadWeeklyHoursQuery } from '../api';
import { messages } from '../messages';
import { type Action, type Draft, draftOf, isOlder, reduce } from './draft';
import { restoredDraft, storedEdits, storedName } from './stored-draft';

const { reading, refreshing } = messages.weeklyHours;

export interface WeeklyHours {
  /** Null until the hours have loaded for the first time. */
  draft: Draft | null;
  dispatch: Dispatch<Action>;
  /** Why the hours failed to load; undefined while loading and after they have loaded. */
  loadProblem: string | undefined;
  /** The next step. */
  loadHelp: string;
  retry: () => void;
  /** Why the last refresh failed. The hours stay on the screen. */
  refreshProblem: string | undefined;
  fetching: boolean;
  /** Refetches the hours and merges them with the edits. If that fails, shows a toast and returns undefined. */
  readAgain: (by: Conflict | null) => Promise<Draft | undefined>;
}

/** True without a readable response. Errors of RTK Query may also be exceptions in our own code. */
export function wasException(error: unknown): boolean {
  return !isApiError(error) || isException(error);
}

function reduceOpened(draft: Draft | null, action: Action | { type: 'opened'; draft: Draft }): Draft | null {
  if (action.type === 'opened') return action.draft;
  return draft && reduce(draft, action);
}

/** @param validFrom first day of a planned schedule; undefined for the schedule in effect */
export function useWeeklyHours(practiceId: number, validFrom?: string): WeeklyHours {
  const { notify, session } = useRemote();
  const user = session.user.id;
  const of = { practice: practiceId, ...(validFrom !== undefined && { validFrom }) };
  const name = storedName(practiceId, validFrom);
  const { data, error, isFetching, refetch } = useReadWeeklyHoursQuery(of);
  const [draft, dispatch] = useReducer(reduceOpened, data, (known) =>
    known ? restoredDraft(user, name, known) : null,
  );
  if (data && !draft) dispatch({ type: 'opened', draft: restoredDraft(user, name, data) });
  const [read] = useLazyReadWeeklyHoursQuery();
  const [refreshProblem, setRefreshProblem] = useState<string>();

  const unread = data ? undefined : error;
  useEffect(() => {
    if (unread) notify({ severity: 'error', message: reading.toast });
  }, [unread, notify]);

  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  });

  useStoredEdits(
    name,
    useMemo(() => storedEdits(draft), [draft]),
  );

  const readAgain = async (by: Conflict | null): Promise<Draft | undefined> => {
    const since = saveNumberOf(latest.current?.base.etag);
    const args = { ...of, ...(since !== undefined && { since }) };
    let answer = await read(args);
    // The request may have started before a save.
    if (answer.data && latest.current && isOlder(answer.data, latest.current.base)) answer = await read(args);
    if (answer.error || !answer.data) {
      const otherwise = wasException(answer.error) ? refreshing.exception : refreshing.failed;
      const words = remedyMessage(answer.error) ?? otherwise;
      setRefreshProblem(words);
      notify({ severity: 'error', message: words });
      return undefined;
    }
    setRefreshProblem(undefined);
    const action = { type: 'read', loaded: answer.data, by } as const;
    // Edits made during the request are in the latest draft.
    const merged = latest.current ? reduce(latest.current, action) : draftOf(answer.data);
    dispatch(action);
    return merged;
  };

  // On return to the page, the cached hours show immediately and are refetched.
  const onReturn = useEffectEvent(() => {
    if (draft) void readAgain(null);
  });
  useEffect(() => onReturn(), []);

  return {
    draft,
    dispatch,
    loadProblem: unread && (wasException(unread) ? reading.exception : reading.failed),
    loadHelp: remedyMessage(unread) ?? reading.next,
    retry: () => void refetch(),
    refreshProblem,
    fetching: isFetching,
    readAgain,
  };
}

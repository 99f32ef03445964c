/** The hours of a practice: read, refreshed under the edits, and edited (specification: settings and hours, 7.2, 8.2). */
import { isApiError, isException } from 'shared-api';
import type { Conflict } from 'shared-api/contracts';
import { type Dispatch, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { useRemote } from 'shared-ui/remote';
import { useLazyReadWeeklyHoursQuery, useReadWeeklyHoursQuery } from '../api';
import { messages } from '../messages';
import { type Action, type Draft, draftOf, reduce } from './draft';
import { restoredDraft, storeDraft } from './stored-draft';

const { reading, refreshing } = messages.weeklyHours;

/** How long edits wait until they are stored. */
const STORE_AFTER_MS = 300;

export interface WeeklyHours {
  /** Null until the hours were read for the first time. */
  draft: Draft | null;
  dispatch: Dispatch<Action>;
  /** Why there is nothing to show; undefined while loading, and once there is something. */
  loadProblem: string | undefined;
  retry: () => void;
  /** What went wrong with the last refresh; the hours stay on the screen. */
  refreshProblem: string | undefined;
  fetching: boolean;
  /** Reads again and merges what comes with the edits. Undefined when that failed, which is then said. */
  readAgain: (by: Conflict | null) => Promise<Draft | undefined>;
}

/** No answer, or one that could not be read: what RTK Query hands out may also be an exception of our own code. */
export function wasException(error: unknown): boolean {
  return !isApiError(error) || isException(error);
}

/** The version of the saves in an ETag such as `"7.123"`. */
function savesVersionOf(etag: string | undefined): number | undefined {
  const version = /^(?:W\/)?"(\d+)/.exec(etag ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
}

function reduceOpened(draft: Draft | null, action: Action | { type: 'opened'; draft: Draft }): Draft | null {
  if (action.type === 'opened') return action.draft;
  return draft && reduce(draft, action);
}

export function useWeeklyHours(practice: number): WeeklyHours {
  const { notify, session, location } = useRemote();
  const user = session.user.id;
  const { data, error, isFetching, refetch } = useReadWeeklyHoursQuery({ practice });
  const [draft, dispatch] = useReducer(reduceOpened, data, (known) =>
    known ? restoredDraft(user, practice, known) : null,
  );
  if (data && !draft) dispatch({ type: 'opened', draft: restoredDraft(user, practice, data) });
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

  // Typing is not held up by storing every key.
  useEffect(() => {
    if (!draft) return undefined;
    const store = (): void => storeDraft(user, practice, draft);
    const timer = setTimeout(store, STORE_AFTER_MS);
    addEventListener('pagehide', store);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', store);
    };
  }, [draft, user, practice]);
  useEffect(() => {
    const { pathname } = location();
    return () => {
      // Who went elsewhere was asked before, and chose to discard. A page that is taken down where it stands was not.
      storeDraft(user, practice, location().pathname === pathname ? latest.current : null);
    };
  }, [user, practice, location]);

  const readAgain = async (by: Conflict | null): Promise<Draft | undefined> => {
    const since = savesVersionOf(latest.current?.base.etag);
    const answer = await read({ practice, ...(since !== undefined && { since }) });
    if (answer.error || !answer.data) {
      const words = wasException(answer.error) ? refreshing.exception : refreshing.failed;
      setRefreshProblem(words);
      notify({ severity: 'error', message: words });
      return undefined;
    }
    setRefreshProblem(undefined);
    const action = { type: 'read', loaded: answer.data, by } as const;
    // Edits that were made while the answer was under way are in the latest draft.
    const merged = latest.current ? reduce(latest.current, action) : draftOf(answer.data);
    dispatch(action);
    return merged;
  };

  // Coming back shows at once what was read on an earlier visit; what is true now follows.
  const onReturn = useEffectEvent(() => {
    if (draft) void readAgain(null);
  });
  useEffect(() => onReturn(), []);

  return {
    draft,
    dispatch,
    loadProblem: unread && (wasException(unread) ? reading.exception : reading.failed),
    retry: () => void refetch(),
    refreshProblem,
    fetching: isFetching,
    readAgain,
  };
}

/** The hours of a practice: read, refreshed under the edits, and edited (specification: settings and hours, 7.2, 8.2). */
import { isApiError, isException } from 'shared-api';
import type { Conflict } from 'shared-api/contracts';
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
import { type Action, type Draft, draftOf, reduce } from './draft';
import { restoredDraft, storedEdits, storedName } from './stored-draft';

const { reading, refreshing } = messages.weeklyHours;

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
    const since = savesVersionOf(latest.current?.base.etag);
    const answer = await read({ ...of, ...(since !== undefined && { since }) });
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

  // A return to the page shows cached settings at once and reads them again.
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

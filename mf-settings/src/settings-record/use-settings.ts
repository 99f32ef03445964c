/** The settings of a practice: read once, read again under the edits, and edited (specification: settings and hours, 7.1, 8.1). */
import { isApiError, serverMessage } from 'shared-api';
import type { Conflict } from 'shared-api/contracts';
import { type Dispatch, useCallback, useEffect, useEffectEvent, useReducer, useState } from 'react';
import { useRemote } from 'shared-ui/remote';
import { useReadPracticeSettingsQuery } from '../api';
import { messages } from '../messages';
import { type Action, type Draft, draftOf, type Loaded, reduce } from './draft';

const words = messages.settings.reading;

export interface Settings {
  /** Null until the settings were read for the first time. */
  draft: Draft | null;
  dispatch: Dispatch<Action>;
  /** Why there is nothing to show; undefined while loading, and once there is something. */
  loadProblem: string | undefined;
  retry: () => void;
  fetching: boolean;
  /** What went wrong with the last re-read; the settings stay on the screen. */
  staleProblem: string | undefined;
  readAgain: (by: Conflict | null) => Promise<boolean>;
}

/** The words of the server, or those of the catalogue where it has none or there was no answer. */
export function saidBy(error: unknown, otherwise: string): string {
  return (isApiError(error) ? serverMessage(error) : undefined) ?? otherwise;
}

function reduceOpened(draft: Draft | null, action: Action | { type: 'opened'; loaded: Loaded }): Draft | null {
  if (action.type === 'opened') return draftOf(action.loaded);
  return draft && reduce(draft, action);
}

export function useSettings(practice: number): Settings {
  const { notify } = useRemote();
  const { data, error, isFetching, refetch } = useReadPracticeSettingsQuery({ practice });
  const [draft, dispatch] = useReducer(reduceOpened, data, (known) => (known ? draftOf(known) : null));
  if (data && !draft) dispatch({ type: 'opened', loaded: data });
  const [staleProblem, setStaleProblem] = useState<string>();

  const unread = data ? undefined : error;
  const loadProblem = unread && saidBy(unread, words.failed);
  useEffect(() => {
    if (loadProblem !== undefined) notify({ severity: 'error', message: loadProblem });
  }, [loadProblem, notify]);

  const readAgain = useCallback(
    async (by: Conflict | null): Promise<boolean> => {
      const answer = await refetch();
      if (answer.error || !answer.data) {
        const message = saidBy(answer.error, words.failed);
        setStaleProblem(message);
        notify({ severity: 'error', message });
        return false;
      }
      setStaleProblem(undefined);
      dispatch({ type: 'read', loaded: answer.data, by });
      return true;
    },
    [refetch, notify],
  );

  // Coming back shows at once what was read on an earlier visit; what is true now follows.
  const onReturn = useEffectEvent(() => {
    if (draft) void readAgain(null);
  });
  useEffect(() => onReturn(), []);

  return { draft, dispatch, loadProblem, retry: () => void refetch(), fetching: isFetching, staleProblem, readAgain };
}

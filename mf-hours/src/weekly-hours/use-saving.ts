/** Saving the hours, and every word about it (specification: settings and hours, 4.2 and 8.2; DECISIONS 22). */
import { type ApiError, serverMessage } from 'shared-api';
import { useEffect, useState } from 'react';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { api, useSaveWeeklyHoursMutation } from '../api';
import { messages } from '../messages';
import { undecided } from './draft';
import { type Problem, problemsOf, refusalsIn } from './problems';
import { type WeeklyHours, wasException } from './use-weekly-hours';

const words = messages.weeklyHours.saving;

/** How long the status beside Save stays, in milliseconds (section 9). */
const STATUS_MS = { success: 3000, danger: 5000 } as const;

export interface SaveStatus {
  tone: keyof typeof STATUS_MS;
  text: string;
}

/**
 * What the person has to turn to: the first field at fault, or the versions of a day that nobody has chosen between. Null
 * when the hours were saved, or when nothing on the screen can mend it.
 */
export type Obstacle = Problem | 'versions' | null;

export interface Saving {
  save: () => Promise<Obstacle>;
  saving: boolean;
  status: SaveStatus | null;
}

export function useSaving({ draft, dispatch, readAgain }: WeeklyHours): Saving {
  const { notify } = useRemote();
  const practice = usePractice().id;
  const [send, { isLoading: saving }] = useSaveWeeklyHoursMutation();
  const dispatchToStore = useDispatch();
  const [status, setStatus] = useState<SaveStatus | null>(null);

  useEffect(() => {
    if (!status) return undefined;
    const timer = setTimeout(() => setStatus(null), STATUS_MS[status.tone]);
    return () => clearTimeout(timer);
  }, [status]);

  const say = (tone: SaveStatus['tone'], text: string): void => setStatus({ tone, text });

  const save = async (): Promise<Obstacle> => {
    if (!draft || saving) return null;
    const open = undecided(draft);
    if (open.length > 0) {
      say('danger', words.choicesFirst(open.length));
      return 'versions';
    }
    // What the server refused before does not stop another try: it judges anew.
    const problems = problemsOf(draft.rows, []);
    if (problems[0]) {
      say('danger', words.errorsFirst(problems.length));
      return problems[0];
    }

    const sent = draft.rows;
    const { data, error } = await send({ practice, records: sent, etag: draft.base.etag });
    if (data) {
      const loaded = { records: sent, etag: data.etag };
      dispatch({ type: 'saved', loaded });
      dispatchToStore(
        api.util.upsertQueryEntries([{ endpointName: 'readWeeklyHours', arg: { practice }, value: loaded }]),
      );
      say('success', words.done);
      notify({ severity: 'success', message: words.doneToast });
      return null;
    }

    if (wasException(error)) {
      say('danger', words.exception);
      notify({ severity: 'error', message: words.toast });
      return null;
    }
    return refused(error as ApiError, sent);
  };

  const refused = async (error: ApiError, sent: NonNullable<typeof draft>['rows']): Promise<Obstacle> => {
    const said = serverMessage(error);
    say('danger', said ?? words.failed);
    notify({ severity: 'error', message: said ?? words.toast });
    if (error.conflict) {
      await readAgain(error.conflict);
      return null;
    }
    const refusals = refusalsIn(error.fields, sent);
    dispatch({ type: 'refused', refusals });
    return refusals[0] ?? null;
  };

  return { save, saving, status };
}

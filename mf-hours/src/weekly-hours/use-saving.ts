/** Saving the hours, and every word about it (specification: settings and hours, 4.2 and 8.2; DECISIONS 22). */
import { type ApiError, serverMessage } from 'shared-api';
import { useEffect, useState } from 'react';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { api, useSaveWeeklyHoursMutation } from '../api';
import { messages } from '../messages';
import { changesOf } from './changes';
import { type Draft, undecided } from './draft';
import { type Problem, problemsOf, refusalsIn } from './problems';
import { type WeeklyHours, wasException } from './use-weekly-hours';

const { merge, saving: words } = messages.weeklyHours;

/** Saves of one click: others may save again between the merge and the next try. */
const MAX_ATTEMPTS = 5;

/** How long the status beside Save stays, in milliseconds (section 9). */
const STATUS_MS = { success: 3000, danger: 5000 } as const;

export interface SaveStatus {
  tone: keyof typeof STATUS_MS;
  text: string;
}

/**
 * What the person has to turn to: the first field at fault, or the versions of a field that nobody has chosen between. Null
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
    return attempt(draft, MAX_ATTEMPTS);
  };

  const attempt = async (current: Draft, attemptsLeft: number): Promise<Obstacle> => {
    const open = undecided(current);
    if (open.length > 0) {
      say('danger', words.choicesFirst(open.length));
      return 'versions';
    }
    // What the server refused before does not stop another try: it judges anew.
    const problems = problemsOf(current.rows, []);
    if (problems[0]) {
      say('danger', words.errorsFirst(problems.length));
      return problems[0];
    }

    const sent = current.rows;
    const { data, error } = await send({ practice, records: sent, etag: current.base.etag });
    if (data) {
      const loaded = { ...current.base, records: sent, etag: data.etag };
      dispatch({ type: 'saved', loaded });
      dispatchToStore(
        api.util.upsertQueryEntries([{ endpointName: 'readWeeklyHours', arg: { practice }, value: loaded }]),
      );
      say('success', words.done);
      notify({ severity: 'success', message: words.doneToast });
      await announceProviders(data);
      return null;
    }

    if (wasException(error)) {
      say('danger', words.exception);
      notify({ severity: 'error', message: words.toast });
      return null;
    }
    return refused(error as ApiError, sent, attemptsLeft);
  };

  /** A sync changed the providers while the list was edited: says who, and shows the list as it is now. */
  const announceProviders = async ({ added, removed }: { added: string[]; removed: string[] }): Promise<void> => {
    if (added.length + removed.length === 0) return;
    if (added.length > 0) notify({ severity: 'info', message: merge.added(added) });
    if (removed.length > 0) notify({ severity: 'warning', message: merge.removed(removed) });
    await readAgain(null);
  };

  const refused = async (error: ApiError, sent: Draft['rows'], attemptsLeft: number): Promise<Obstacle> => {
    if (error.conflict && attemptsLeft > 1) {
      const merged = await readAgain(error.conflict);
      if (!merged) {
        say('danger', words.failed);
        return null;
      }
      const count = changesOf(merged.base.records, merged.rows).length;
      if (undecided(merged).length === 0 && merged.merge === null) {
        const incoming = error.conflict.changes?.length ?? 0;
        if (incoming > 0) notify({ severity: 'info', message: merge.incoming(incoming, error.conflict.changed_by) });
        // What others saved does not overlap: both are saved in one go.
        if (count > 0) return attempt(merged, attemptsLeft - 1);
        say('success', words.done);
        return null;
      }
    }
    const said = serverMessage(error);
    say('danger', said ?? words.failed);
    notify({ severity: 'error', message: said ?? words.toast });
    if (error.conflict) return 'versions';
    const refusals = refusalsIn(error.fields, sent);
    dispatch({ type: 'refused', refusals });
    return refusals[0] ?? null;
  };

  return { save, saving, status };
}

/** Saves the hours and reports the result (specification: settings and hours, 4.2 and 8.2; DECISIONS 22). */
import { isApiError, type Notification, serverMessage } from 'shared-api';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useVersionedSave } from 'shared-ui/versioned';
import { api, type SavedWeeklyHours, useSaveWeeklyHoursMutation } from '../api';
import { useNoticeWhile } from '../grid/use-notice-while';
import { messages } from '../messages';
import { changesOf } from './changes';
import { type Draft, undecided } from './draft';
import { type RemovedRow, removedRows } from './merge';
import { type Problem, problemsOf, serverProblemsIn } from './problems';
import { notSavedText } from './RemovedRows';
import type { Rows } from './rows';
import { type WeeklyHours, wasException } from './use-weekly-hours';

const { merge, saving: words } = messages.weeklyHours;

/** How long the status next to Save stays (section 9). */
const STATUS_DURATION_MS = { success: 3000, danger: 5000 } as const;

export interface SaveStatus {
  tone: keyof typeof STATUS_DURATION_MS;
  text: string;
  /** Tasks that block a save; the status stays until they are done. */
  cause?: 'errors' | 'versions';
}

/** The current status: the remaining tasks, empty once they are done. */
function currentStatus(status: SaveStatus | null, draft: Draft | null): SaveStatus | null {
  if (!status || !draft || status.cause === undefined) return status;
  const left = status.cause === 'errors' ? problemsOf(draft.rows, []).length : undecided(draft).length;
  if (left === 0) return null;
  return status.cause === 'errors' ? { ...status, text: words.errorsFirst(left) } : status;
}

/**
 * The user's next task: correct the first invalid field, or choose a version of each conflict. Null when the hours were
 * saved, or when nothing on the screen can fix the failure.
 */
export type Obstacle = Problem | 'versions' | null;

/** The tasks before the draft can be saved; null if there are none. */
function firstOf(draft: Draft): (Pick<SaveStatus, 'text' | 'cause'> & { obstacle: Obstacle }) | null {
  const open = undecided(draft).length;
  if (open > 0) return { obstacle: 'versions', cause: 'versions', text: words.choicesFirst(open) };
  // Earlier rejections by the server don't prevent another save, because it validates again.
  const problems = problemsOf(draft.rows, []);
  const [obstacle] = problems;
  return obstacle ? { obstacle, cause: 'errors', text: words.errorsFirst(problems.length) } : null;
}

/** The notice of a save, with what it left out. */
function savedNotice(details: string | undefined): Notification {
  const message = words.doneToast;
  return details === undefined ? { severity: 'success', message } : { severity: 'warning', message, details };
}

export interface Saving {
  save: () => Promise<Obstacle>;
  saving: boolean;
  status: SaveStatus | null;
}

interface SaveStatusControl {
  status: SaveStatus | null;
  say: (tone: SaveStatus['tone'], text: string, cause?: SaveStatus['cause']) => void;
}

/** The result of the last save. Cleared after a while, or once its task is done. */
function useSaveStatus(draft: Draft | null): SaveStatusControl {
  const [said, setStatus] = useState<SaveStatus | null>(null);
  const status = currentStatus(said, draft);
  if (said !== null && status === null) setStatus(null);
  useEffect(() => {
    if (!status || status.cause !== undefined) return undefined;
    const timer = setTimeout(() => setStatus(null), STATUS_DURATION_MS[status.tone]);
    return () => clearTimeout(timer);
  }, [status]);
  return { status, say: (tone, text, cause) => setStatus({ tone, text, ...(cause && { cause }) }) };
}

export function useSaving({ draft, dispatch, readAgain }: WeeklyHours, validFrom?: string): Saving {
  const { notify } = useRemote();
  const practiceId = usePractice().id;
  const of = { practice: practiceId, ...(validFrom !== undefined && { validFrom }) };
  const notifyOfVersions = useNoticeWhile(draft !== null && undecided(draft).length > 0);
  const [send] = useSaveWeeklyHoursMutation();
  const dispatchToStore = useDispatch();
  const { status, say } = useSaveStatus(draft);
  /** The list that was sent last. The server names rejected fields by their index in it. */
  const sent = useRef<Rows>([]);
  /** Edits of former providers found by the save. A separate notice lists them. */
  const dropped = useRef<readonly RemovedRow[]>([]);
  const versioned = useVersionedSave<Draft, SavedWeeklyHours>({
    send: ({ rows, base }) => {
      sent.current = rows;
      return send({ ...of, records: rows, etag: base.etag });
    },
    readAgain: async (conflict) => {
      const merged = await readAgain(conflict);
      dropped.current = merged?.providers.removed.slice(draft?.providers.removed.length ?? 0) ?? [];
      return merged;
    },
    undecided: (current) => undecided(current).length,
    changes: ({ base, rows }) => changesOf(base.records, rows).length,
  });

  const save = async (): Promise<Obstacle> => {
    if (!draft) return null;
    const first = firstOf(draft);
    if (first) {
      say('danger', first.text, first.cause);
      return first.obstacle;
    }
    dropped.current = [];
    const outcome = await versioned.save(draft);
    switch (outcome?.kind) {
      case undefined:
        return null;
      case 'saved':
        await saved(outcome.sent, outcome.answer);
        return null;
      case 'already-saved':
        if (dropped.current.length === 0) say('success', words.done);
        return null;
      case 'undecided': {
        const text = words.mergedFirst(outcome.conflict?.changed_by ?? null);
        say('danger', text, 'versions');
        notifyOfVersions({ severity: 'error', message: text });
        return 'versions';
      }
      case 'failed':
        return failed(outcome.error);
    }
  };

  const saved = async ({ base, rows }: Draft, answer: SavedWeeklyHours): Promise<void> => {
    const loaded = { ...base, records: rows, etag: answer.etag };
    const { added, removed } = answer;
    dispatch({ type: 'saved', loaded, removed });
    dispatchToStore(api.util.upsertQueryEntries([{ endpointName: 'readWeeklyHours', arg: of, value: loaded }]));
    const leftOut = [...dropped.current, ...removedRows(base.records, rows, (id) => removed.includes(id))];
    const details = leftOut.length > 0 ? notSavedText(leftOut) : undefined;
    // There is no room next to Save for the unsaved edits. The notice has the focus.
    if (details === undefined) say('success', words.done);
    notify(savedNotice(details));
    // A sync changed the providers during the edit, so the list is refetched.
    if (added.length > 0) notify({ severity: 'info', message: merge.added(added) });
    if (added.length + removed.length > 0) await readAgain(null);
  };

  const failed = (error: unknown): Obstacle => {
    if (!isApiError(error) || wasException(error)) {
      say('danger', words.exception);
      notify({ severity: 'error', message: words.toast });
      return null;
    }
    const said = serverMessage(error);
    say('danger', said ?? words.failed);
    notify({ severity: 'error', message: said ?? words.toast });
    const refusals = serverProblemsIn(error.fields, sent.current);
    dispatch({ type: 'refused', refusals });
    return refusals[0] ?? null;
  };

  return { save, saving: versioned.saving, status };
}

/** Saving the settings, and every word about it (specification: settings and hours, 4.1 and 8.1). */
import { type ApiError, isApiError } from 'shared-api';
import { useEffect, useState } from 'react';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { api, useSaveSettingsMutation } from '../api';
import { messages } from '../messages';
import { type Draft, undecided } from './draft';
import { type Problem, problemsOf, refusalsIn } from './problems';
import { saidBy, type Settings } from './use-settings';
import { fieldPaths, type FieldPath, same, toRequest, valueIn } from './values';

const words = messages.settings.saving;

/** How long 'Saved successfully!' stays, in milliseconds (section 9). A failure stays until the next try. */
const NOTE_MS = 3000;

export interface SaveNote {
  tone: 'success' | 'danger';
  text: string;
}

/** What the person has to turn to: a field at fault, or versions that nobody has chosen between; null for nothing. */
export type Obstacle = FieldPath | 'versions' | null;

export interface Saving {
  save: () => Promise<Obstacle>;
  saving: boolean;
  note: SaveNote | null;
}

/** Fields that other modules show. */
const shownElsewhere = ['practice_name', 'time_zone'] as const;

export function useSaving({ draft, dispatch, readAgain }: Settings): Saving {
  const { notify, publish } = useRemote();
  const practice = usePractice().id;
  const [send, { isLoading: saving }] = useSaveSettingsMutation();
  const dispatchToStore = useDispatch();
  const [note, setNote] = useState<SaveNote | null>(null);

  useEffect(() => {
    if (note?.tone !== 'success') return undefined;
    const timer = setTimeout(() => setNote(null), NOTE_MS);
    return () => clearTimeout(timer);
  }, [note]);

  const save = async (): Promise<Obstacle> => {
    if (!draft || saving) return null;
    const open = undecided(draft);
    if (open.length > 0) {
      setNote({ tone: 'danger', text: words.choicesFirst(open.length) });
      return 'versions';
    }
    dispatch({ type: 'tried' });
    const problems: Problem[] = problemsOf(draft);
    if (problems[0]) {
      setNote({ tone: 'danger', text: words.errorsFirst(problems.length) });
      return problems[0].path;
    }
    const body = toRequest(draft.base.settings, draft.edits);
    const { data, error } = await send({ practice, body, etag: draft.base.etag });
    if (!data) return refused(error);
    saved(draft, body, data.etag);
    return null;
  };

  const saved = (sent: Draft, body: ReturnType<typeof toRequest>, etag: string | undefined): void => {
    const before = sent.base.settings;
    const { additional_data, ...plain } = body;
    const settings = { ...before, ...plain, additional_data } as typeof before;
    const loaded = { settings, etag };
    dispatch({ type: 'saved', loaded, sent: sent.edits });
    dispatchToStore(
      api.util.upsertQueryEntries([{ endpointName: 'readPracticeSettings', arg: { practice }, value: loaded }]),
    );
    setNote({ tone: 'success', text: words.done });
    notify({ severity: 'success', message: words.doneToast });
    if (shownElsewhere.some((path) => !same(valueIn(before, path), valueIn(settings, path)))) {
      publish('practice-changed', { practice });
    }
  };

  const refused = async (error: unknown): Promise<Obstacle> => {
    const message = saidBy(error, words.failed);
    setNote({ tone: 'danger', text: words.error(message) });
    notify({ severity: 'error', message });
    const { conflict, fields }: Partial<ApiError> = isApiError(error) ? error : {};
    if (conflict) {
      await readAgain(conflict);
      return null;
    }
    const refusals = refusalsIn(fields);
    dispatch({ type: 'refused', refusals });
    return fieldPaths.find((path) => path in refusals) ?? null;
  };

  return { save, saving, note };
}

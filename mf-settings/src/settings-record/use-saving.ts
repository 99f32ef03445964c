/** Saves a part of the settings and reports the result (specification: settings and hours, 4.1, 7.1 and 8.1). */
import { type ApiError, isApiError } from 'shared-api';
import {
  type Conflict,
  customerUnchecked,
  type PracticeSettings,
  type PracticeSettingsChange,
  sameSettingsValue,
  type SettingsEdits,
  settingsKeysOf,
  settingsLabels,
  settingsPathAt,
  settingsPaths,
  type SettingsPath,
} from 'shared-api/contracts';
import { useEffect, useState } from 'react';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type SaveAnswer, useVersionedSave } from 'shared-ui/versioned';
import { api, useSaveSettingsMutation } from '../api';
import { messages } from '../messages';
import { shortList } from './messages';
import { changedKeys, type Draft, editsOf, type SaveScope, type ServerErrors, undecidedConflicts } from './draft';
import { problemsOf, refusalsIn } from './problems';
import { type SaveNote, type SaveResult, saveNoteOf } from './save-note';
import { errorMessage, type Settings } from './use-settings';
import { labelOf } from './value-text';

const { saving: words, merge } = messages.settings;

/** How long "Saved successfully!" is visible, in milliseconds (section 9). */
const NOTE_DURATION_MS = 3000;

/** What prevented a save: a field with a problem, open conflicts, or null. */
export type Obstacle = SettingsPath | 'versions' | null;

/** The record sent by a save. */
export type SavedRecord = Pick<Settings, 'draft' | 'store' | 'dispatch' | 'readAgain'>;

export interface Saving {
  /** Resolves to `undefined` if everything was saved. */
  save: () => Promise<Obstacle | undefined>;
  saving: boolean;
  note: SaveNote | null;
}

/** How a part is saved, and its result texts. */
export interface SavedPart {
  part: SaveScope;
  toRequest: (settings: PracticeSettings, edits: SettingsEdits) => PracticeSettingsChange;
  doneToast: string;
  failed: string;
  /** The status next to Save after a failure. */
  failure: (message: string) => string;
}

interface Answer {
  etag: string | undefined;
  sent: SettingsEdits;
  body: PracticeSettingsChange;
  /** Fields that couldn't be saved while the others were. */
  unsaved: ServerErrors;
}

/** Fields that other modules show. */
const shownElsewhere = ['practice_name', 'time_zone'] as const;

/** The fields that someone else's save changed, by label. */
function incomingText({ changed_by: who, changes = [] }: Conflict, settings: PracticeSettings): string {
  const keys = settingsKeysOf(settings);
  const labels = changes.flatMap(({ field }) => {
    const key = keys.find((one) => one === field);
    const path = settingsPathAt(field);
    return key ? labelOf(key, settings) : path ? settingsLabels[path] : [];
  });
  if (labels.length === 0) return merge.incomingUnnamed(who);
  const people = [...new Set(changes.map(({ changed_by }) => changed_by))];
  return merge.incoming(messages.settings.and(people), messages.settings.and(labels));
}

/** The result of the last save. A success disappears after a while. */
function useSaveResult() {
  const [result, setResult] = useState<SaveResult | null>(null);
  useEffect(() => {
    if (result?.kind !== 'done') return undefined;
    const timer = setTimeout(() => setResult(null), NOTE_DURATION_MS);
    return () => clearTimeout(timer);
  }, [result]);
  return [result, setResult] as const;
}

/** Sends a part's edits, merged with others' saves. */
function useVersionedSettings({ store, readAgain }: SavedRecord, { part, toRequest }: SavedPart) {
  const practiceId = usePractice().id;
  const [mutate] = useSaveSettingsMutation();

  const sendEdits = async ({ base }: Draft, edits: SettingsEdits): Promise<SaveAnswer<Answer>> => {
    const body = toRequest(base.settings, edits);
    const { data, error } = await mutate({ practice: practiceId, body, etag: base.etag });
    return data ? { data: { etag: data.etag, sent: edits, body, unsaved: {} } } : { error };
  };

  /**
   * A changed customer id can't be verified while the payment provider is down. The other edits are then saved without
   * it.
   */
  const send = async (draft: Draft): Promise<SaveAnswer<Answer>> => {
    const edits = editsOf(draft, part);
    const answer = await sendEdits(draft, edits);
    const { error } = answer;
    if (!isApiError(error) || error.code !== customerUnchecked || edits.size < 2) return answer;
    const others = new Map([...edits].filter(([key]) => key !== 'stripe_customer_id'));
    const second = await sendEdits(draft, others);
    return second.data ? { data: { ...second.data, unsaved: refusalsIn(error.fields) } } : second;
  };

  return useVersionedSave<Draft, Answer>(
    {
      send,
      readAgain,
      undecided: (draft) => undecidedConflicts(draft, part).length,
      changes: (draft) => changedKeys(draft, part).length,
    },
    { incomingMessage: (conflict) => incomingText(conflict, store.get()?.base.settings as PracticeSettings) },
  );
}

/** The settings after a saved change. */
function savedSettings(before: PracticeSettings, change: PracticeSettingsChange): PracticeSettings {
  const { additional_data, ...plain } = change;
  const merged = { ...before, ...plain, additional_data: { ...before.additional_data, ...additional_data } };
  return merged as PracticeSettings;
}

export function useSaving(settings: SavedRecord, savedPart: SavedPart): Saving {
  const { part, doneToast, failed, failure } = savedPart;
  const { store, dispatch } = settings;
  const { notify, publish } = useRemote();
  const practiceId = usePractice().id;
  const dispatchToStore = useDispatch();
  const [result, setResult] = useSaveResult();
  const versioned = useVersionedSettings(settings, savedPart);

  const save = async (): Promise<Obstacle | undefined> => {
    const draft = store.get();
    if (!draft || changedKeys(draft, part).length === 0) return undefined;
    dispatch({ type: 'tried', part });
    const [problem] = problemsOf(draft, part);
    if (undecidedConflicts(draft, part).length === 0 && problem) {
      setResult({ kind: 'problems' });
      return problem.path;
    }
    const outcome = await versioned.save(draft);
    switch (outcome?.kind) {
      case undefined:
        return null;
      case 'saved':
        return saved(outcome.sent, outcome.answer);
      case 'already-saved':
        done(draft, editsOf(draft, part));
        return undefined;
      case 'undecided':
        setResult({ kind: 'undecided' });
        return 'versions';
      case 'failed':
        return refused(outcome.error);
    }
  };

  const done = ({ base }: Draft, sent: SettingsEdits): void => {
    setResult({ kind: 'done' });
    const fields = [...sent.keys()].map((key) => labelOf(key, base.settings));
    notify({ severity: 'success', message: doneToast, details: shortList(fields) });
  };

  const saved = (draft: Draft, { etag, sent, body, unsaved }: Answer): Obstacle | undefined => {
    const before = draft.base.settings;
    const next = savedSettings(before, body);
    const loaded = { settings: next, etag };
    dispatch({ type: 'saved', loaded, sent, part });
    dispatchToStore(
      api.util.upsertQueryEntries([
        { endpointName: 'readPracticeSettings', arg: { practice: practiceId }, value: loaded },
      ]),
    );
    if (shownElsewhere.some((name) => !sameSettingsValue(before[name], next[name]))) {
      publish('practice-changed', { practice: practiceId });
    }
    const [left] = Object.entries(unsaved) as [SettingsPath, string][];
    if (!left) {
      done(draft, sent);
      return undefined;
    }
    dispatch({ type: 'refused', refusals: unsaved });
    const text = words.except(settingsLabels[left[0]], left[1]);
    setResult({ kind: 'refused', text });
    notify({ severity: 'warning', message: text });
    return left[0];
  };

  const refused = (error: unknown): Obstacle => {
    const message = errorMessage(error, failed);
    notify({ severity: 'error', message });
    const { fields }: Partial<ApiError> = isApiError(error) ? error : {};
    const refusals = refusalsIn(fields);
    dispatch({ type: 'refused', refusals });
    const first = settingsPaths.find((path) => path in refusals);
    setResult({ kind: first ? 'refused' : 'failed', text: failure(message) });
    return first ?? null;
  };

  return { save, saving: versioned.saving, note: saveNoteOf(result, settings.draft, part) };
}

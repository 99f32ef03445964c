/** Saves the staged hours and reports the result (specification: 8.3; DECISIONS 24, server rules 2 and 10). */
import { isApiError, serverMessage } from 'shared-api';
import type { Conflict } from 'shared-api/contracts';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useVersionedSave } from 'shared-ui/versioned';
import { api, type SavedHoursWorked, useLazyReadHoursWorkedQuery, useSaveHoursWorkedMutation } from '../api';
import { type CellKey, parseCellKey } from './cells';
import type { Lookup } from './conflicts';
import { toRequestBody, type Edits, oldestEtag, readyEdits } from './edits';
import type { HoursStore } from './hours-store';
import { messages } from './messages';
import { monthsHolding } from './range';

/**
 * The result of a save. `versions`: conflicts have to be resolved first. `wrong`: a cell has to be corrected first.
 * `failed`: nothing on the page can fix it.
 */
export type Outcome = 'saved' | 'versions' | { wrong: CellKey } | 'failed';

export interface Saving {
  save: () => Promise<Outcome>;
  saving: boolean;
}

/** The edits to send, and the number of conflicts that the person has to decide first. */
interface Draft {
  edits: Edits;
  undecided: number;
}

export function useSaving(store: HoursStore): Saving {
  const { notify } = useRemote();
  const practiceId = usePractice().id;
  const [send] = useSaveHoursWorkedMutation();
  const [read] = useLazyReadHoursWorkedQuery();
  const dispatch = useDispatch();
  const fail = (message: string): void => notify({ severity: 'error', message });

  /** Refetches all days with edits, in any range, without those of providers who had left. Undefined if that fails. */
  const lookUp = async (edits: Edits): Promise<Lookup | undefined> => {
    const dates = new Set([...edits.keys()].flatMap((key) => parseCellKey(key)?.date ?? []));
    const today = store.view().loaded.hours.today ?? [...dates][0] ?? '';
    const months = monthsHolding(dates, today);
    const answers = await Promise.all(months.map((range) => read({ practice: practiceId, range })));
    const views = answers.flatMap(({ data, isError }) => (data && !isError ? [store.withSaves(data)] : []));
    if (views.length < months.length) return undefined;
    const turn = store.nextTurn();
    return (key) => {
      for (const view of views) {
        const cellRef = view.cellRef(key);
        if (cellRef && !view.isAway(cellRef))
          return { stored: view.stored(cellRef), read: { etag: view.loaded.etag, turn } };
      }
      return undefined;
    };
  };

  const readAgain = async (conflict: Conflict): Promise<Draft | undefined> => {
    const lookup = await lookUp(store.edits());
    if (!lookup) {
      fail(messages.reading.failed);
      return undefined;
    }
    const conflicts = store.merge(conflict, lookup);
    dispatch(api.util.invalidateTags(['hours-worked']));
    return { edits: readyEdits(store.edits()), undecided: conflicts.length };
  };

  const versioned = useVersionedSave<Draft, SavedHoursWorked>({
    send: ({ edits }) => send({ practice: practiceId, body: toRequestBody(edits), etag: oldestEtag(edits) }),
    readAgain,
    undecided: ({ undecided }) => undecided,
    changes: ({ edits }) => edits.size,
  });

  const save = async (): Promise<Outcome> => {
    const { conflicts } = store.status();
    const undecided = conflicts.filter(({ choice }) => choice === null).length;
    if (undecided > 0) {
      fail(messages.saving.chooseFirst(undecided));
      return 'versions';
    }
    const edits = store.edits();
    // Earlier rejections by the server don't prevent another save, because it validates again.
    const wrong = [...edits].flatMap(([key, { entry }]) => ('problem' in entry ? [key] : []));
    if (wrong[0]) {
      fail(messages.saving.correctFirst(wrong.length));
      return { wrong: wrong[0] };
    }
    if (edits.size === 0) return 'saved';
    const unsaveable = store.status().removed.length;
    const outcome = await versioned.save({ edits, undecided: 0 });
    switch (outcome?.kind) {
      case 'saved':
        store.saved(outcome.sent.edits, outcome.answer.etag);
        notify({ severity: 'success', message: messages.saving.done });
        return 'saved';
      case 'already-saved':
        // Edits that were dropped with their provider aren't saved. Their notice says so.
        if (store.status().removed.length === unsaveable)
          notify({ severity: 'success', message: messages.saving.done });
        return 'saved';
      case 'undecided':
        fail(messages.saving.mergedFirst(outcome.conflict?.changed_by ?? null));
        return 'versions';
      case 'failed':
        return failed(outcome.error);
      case undefined:
        return 'failed';
    }
  };

  const failed = async (error: unknown): Promise<Outcome> => {
    const refused = isApiError(error) ? error : undefined;
    // The practice may no longer have a provider. All other edits are saved.
    const lookup = refused?.fields && (await lookUp(store.edits()));
    if (lookup && store.dropRemoved(lookup) > 0) {
      dispatch(api.util.invalidateTags(['hours-worked']));
      return save();
    }
    fail((refused && serverMessage(refused)) ?? messages.saving.failed);
    if (!refused?.fields) return 'failed';
    store.refuse(refused.fields);
    const [wrong] = store.status().wrong;
    return wrong ? { wrong } : 'failed';
  };

  return { save, saving: versioned.saving };
}

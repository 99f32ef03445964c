/** Saves the staged hours and reports the result (specification: 8.3; DECISIONS 24, server rules 2 and 10). */
import { isApiError, type Notification, serverMessage } from 'shared-api';
import type { Conflict } from 'shared-api/contracts';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useVersionedSave } from 'shared-ui/versioned';
import { useState } from 'react';
import { api, type SavedHoursWorked, useLazyReadHoursWorkedQuery, useSaveHoursWorkedMutation } from '../api';
import { type CellKey, parseCellKey } from './cells';
import type { Lookup } from './conflicts';
import { toRequestBody, type Edits, oldestEtag, readyEdits } from './edits';
import { messages as gridMessages } from '../grid/messages';
import { useNoticeWhile } from '../grid/use-notice-while';
import { type HoursStore, type RemovedEdit, removedNames, type Status } from './hours-store';
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
  /** The last save's blocking tasks. Cleared once they are done. */
  notSaved: string | undefined;
}

type SaveProblem = 'errors' | 'versions';

/** The number of tasks left before a save. */
function leftOf({ invalid, conflicts }: Status, problem: SaveProblem | null): number {
  if (problem === 'errors') return invalid;
  return problem === 'versions' ? conflicts.filter(({ choice }) => choice === null).length : 0;
}

const notSavedText = (problem: SaveProblem, left: number): string =>
  problem === 'errors' ? messages.saving.correctFirst(left) : messages.saving.chooseFirst(left);

/** The edits to send, and the number of conflicts that the user must resolve first. */
interface Draft {
  edits: Edits;
  undecided: number;
}

/** Refetches all days with edits, in any range, without those of providers who had left. Undefined if that fails. */
function useLookUp(store: HoursStore, practiceId: number): (edits: Edits) => Promise<Lookup | undefined> {
  const [read] = useLazyReadHoursWorkedQuery();
  return async (edits) => {
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
}

/** The notice of a save. Edits dropped with their provider aren't saved; a separate notice lists them. */
function savedNotice(dropped: readonly RemovedEdit[]): Notification {
  const message = messages.saving.done;
  if (dropped.length === 0) return { severity: 'success', message };
  const what = messages.removed.cells(dropped.length);
  const details = gridMessages.removedProviders.details(what, dropped.length, removedNames(dropped));
  return { severity: 'warning', message, details };
}

export function useSaving(store: HoursStore, status: Status): Saving {
  const { notify } = useRemote();
  const practiceId = usePractice().id;
  const [send] = useSaveHoursWorkedMutation();
  const lookUp = useLookUp(store, practiceId);
  const dispatch = useDispatch();
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const notifyOfVersions = useNoticeWhile(leftOf(status, 'versions') > 0);
  const left = leftOf(status, problem);
  if (problem !== null && left === 0) setProblem(null);
  const fail = (message: string): void => notify({ severity: 'error', message });

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

  /** @param unsaveable the number of edits that an earlier save has dropped */
  const save = async (unsaveable = store.status().removed.length): Promise<Outcome> => {
    if (leftOf(store.status(), 'versions') > 0) {
      setProblem('versions');
      return 'versions';
    }
    const edits = store.edits();
    // Earlier rejections by the server don't prevent another save, because it validates again.
    const wrong = [...edits].flatMap(([key, { entry }]) => ('problem' in entry ? [key] : []));
    if (wrong[0]) {
      setProblem('errors');
      return { wrong: wrong[0] };
    }
    if (edits.size === 0) return 'saved';
    const outcome = await versioned.save({ edits, undecided: 0 });
    switch (outcome?.kind) {
      case 'saved':
        store.saved(outcome.sent.edits, outcome.answer.etag);
        notify(savedNotice(store.status().removed.slice(unsaveable)));
        return 'saved';
      case 'already-saved':
        if (store.status().removed.length === unsaveable) notify(savedNotice([]));
        return 'saved';
      case 'undecided':
        notifyOfVersions({
          severity: 'error',
          message: messages.saving.mergedFirst(outcome.conflict?.changed_by ?? null),
        });
        return 'versions';
      case 'failed':
        return failed(outcome.error, unsaveable);
      case undefined:
        return 'failed';
    }
  };

  const failed = async (error: unknown, unsaveable: number): Promise<Outcome> => {
    const refused = isApiError(error) ? error : undefined;
    // The practice may no longer have a provider. All other edits are saved.
    const lookup = refused?.fields && (await lookUp(store.edits()));
    if (lookup && store.dropRemoved(lookup) > 0) {
      dispatch(api.util.invalidateTags(['hours-worked']));
      return save(unsaveable);
    }
    fail((refused && serverMessage(refused)) ?? messages.saving.failed);
    if (!refused?.fields) return 'failed';
    store.refuse(refused.fields);
    const [wrong] = store.status().wrong;
    return wrong ? { wrong } : 'failed';
  };

  return {
    save: () => save(),
    saving: versioned.saving,
    notSaved: problem === null || left === 0 ? undefined : notSavedText(problem, left),
  };
}

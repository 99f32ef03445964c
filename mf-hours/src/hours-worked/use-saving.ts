/** Saving the staged hours, and every word about it (specification: 8.3; DECISIONS 24, server rules 2 and 10). */
import { type ApiError, isApiError, serverMessage } from 'shared-api';
import type { Conflict } from 'shared-api/contracts';
import { useState } from 'react';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { api, useLazyReadHoursWorkedQuery, useSaveHoursWorkedMutation } from '../api';
import { type CellKey, placeOf } from './cells';
import type { Lookup } from './conflicts';
import { bodyOf, type Edits, oldestEtag } from './edits';
import type { HoursStore } from './hours-store';
import { words } from './messages';
import { monthsHolding } from './range';
import { RangeView } from './range-view';

/** What the person has to turn to first: a cell at fault, or versions to choose from. Null: it is saved, or nothing helps. */
export type Outcome = 'saved' | 'versions' | { wrong: CellKey } | 'failed';

export interface Saving {
  save: () => Promise<Outcome>;
  saving: boolean;
}

export function useSaving(store: HoursStore): Saving {
  const { notify } = useRemote();
  const practice = usePractice().id;
  const [send] = useSaveHoursWorkedMutation();
  const [read] = useLazyReadHoursWorkedQuery();
  const dispatch = useDispatch();
  const [saving, setSaving] = useState(false);
  const fail = (message: string): void => notify({ severity: 'error', message });

  /** Reads all days with edits again, whichever range they are in. Undefined when that failed. */
  const readAgain = async (edits: Edits): Promise<Lookup | undefined> => {
    const dates = new Set([...edits.keys()].flatMap((key) => placeOf(key)?.date ?? []));
    const today = store.view().loaded.hours.today ?? [...dates][0] ?? '';
    const months = monthsHolding(dates, today);
    const answers = await Promise.all(months.map((range) => read({ practice, range })));
    const views = answers.flatMap(({ data, isError }) => (data && !isError ? [new RangeView(data)] : []));
    if (views.length < months.length) return undefined;
    const turn = store.nextTurn();
    return (key) => {
      for (const view of views) {
        const spot = view.spot(key);
        if (spot) return { stored: view.stored(spot), read: { etag: view.loaded.etag, turn } };
      }
      return undefined;
    };
  };

  const merge = async (conflict: Conflict, edits: Edits): Promise<'nothing-left' | Outcome> => {
    const lookup = await readAgain(edits);
    if (!lookup) {
      fail(words.reading.failed);
      return 'failed';
    }
    const conflicts = store.merge(conflict, lookup);
    dispatch(api.util.invalidateTags(['hours-worked']));
    return conflicts.length === 0 && store.status().removed.length === 0 ? 'nothing-left' : 'versions';
  };

  const attempt = async (again: boolean): Promise<Outcome> => {
    const sent = store.edits();
    if (sent.size === 0) return 'saved';
    const { data, error } = await send({ practice, body: bodyOf(sent), etag: oldestEtag(sent) });
    if (data) {
      store.saved(sent, data.etag);
      notify({ severity: 'success', message: words.saving.done });
      return 'saved';
    }
    const refused: ApiError | undefined = isApiError(error) ? error : undefined;
    if (refused?.conflict) {
      const outcome = await merge(refused.conflict, sent);
      // What had changed was known here already, or is what is being saved.
      if (outcome === 'nothing-left') return again ? attempt(false) : 'failed';
      fail(serverMessage(refused) ?? words.saving.failed);
      return outcome;
    }
    fail((refused && serverMessage(refused)) ?? words.saving.failed);
    if (!refused?.fields) return 'failed';
    store.refuse(refused.fields);
    const [wrong] = store.status().wrong;
    return wrong ? { wrong } : 'failed';
  };

  const save = async (): Promise<Outcome> => {
    if (saving) return 'failed';
    const { conflicts } = store.status();
    const undecided = conflicts.filter(({ choice }) => choice === null).length;
    if (undecided > 0) {
      fail(words.saving.chooseFirst(undecided));
      return 'versions';
    }
    // What the server refused before does not stop another try: it judges anew.
    const wrong = [...store.edits()].flatMap(([key, { entry }]) => ('problem' in entry ? [key] : []));
    if (wrong[0]) {
      fail(words.saving.correctFirst(wrong.length));
      return { wrong: wrong[0] };
    }
    setSaving(true);
    try {
      return await attempt(true);
    } finally {
      setSaving(false);
    }
  };

  return { save, saving };
}

import { type ApiError, serverMessage } from 'shared-api';
import type { Conflict, FeaturesEffect } from 'shared-api/contracts';
import { useRemote } from 'shared-ui/remote';
import { useState } from 'react';
import {
  type ReadFeatures,
  useLazyReadPracticeFeaturesQuery,
  usePreviewPracticeFeaturesQuery,
  useUpdatePracticeFeaturesMutation,
} from '../api';
import { bodyOf, changesOf, type Names, namesOf, rebased } from './edit-draft';
import { words } from './messages';
import type { FreshFeatures } from './use-fresh';
import { useDebounced } from '../use-debounced';

/** How long ticks rest before their effect is asked for, in milliseconds. */
const REST_MS = 300;

export interface Edit {
  record: FreshFeatures['record'];
  ticked: Names;
  tick: (change: Partial<Names>) => void;
  changes: number;
  /** What the ticks give and take; undefined until that is known. */
  effect: FeaturesEffect | undefined;
  effectError: ApiError | undefined;
  askAgain: () => void;
  busy: boolean;
  /** Somebody else has changed the record since it was read. */
  stale: Conflict | null;
  /** Reads the record anew and puts the ticks on top of it. */
  takeOver: () => Promise<void>;
  /** Whose change was taken over. */
  takenOver: string | null;
  /** Why nothing was saved, in words. */
  refused: string | null;
  save: () => Promise<void>;
}

/** The ticks of one practice over its record, their effect, and their save on the version that was read. */
export function useEdit(practice: number, read: FreshFeatures, onSaved: () => void): Edit {
  const { notify, publish } = useRemote();
  const [base, setBase] = useState(read);
  const [ticked, setTicked] = useState(() => namesOf(read.record));
  const [stale, setStale] = useState<Conflict | null>(null);
  const [takenOver, setTakenOver] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [update, { isLoading }] = useUpdatePracticeFeaturesMutation();
  const [readAgain, reading] = useLazyReadPracticeFeaturesQuery();
  const stored = namesOf(base.record);
  const changes = changesOf(stored, ticked);
  const rested = useDebounced(ticked, REST_MS);
  const { bundles, product_features } = bodyOf(base.record, rested);
  const preview = usePreviewPracticeFeaturesQuery(
    { practice, body: { bundles, product_features } },
    { skip: changes === 0, refetchOnMountOrArgChange: true },
  );
  const known = rested === ticked && !preview.isFetching;

  const save = async (): Promise<void> => {
    setRefused(null);
    setTakenOver(null);
    const { error } = await update({ practice, body: bodyOf(base.record, ticked), etag: base.etag });
    if (!error) {
      notify({ severity: 'success', message: words.toasts.saved });
      publish('entitlements-changed', { practice });
      onSaved();
      return;
    }
    const failure = error as ApiError;
    notify({ severity: 'error', message: words.toasts.saveFailed });
    if (failure.status === 409 && failure.conflict) setStale(failure.conflict);
    else setRefused(serverMessage(failure) ?? failure.message);
  };

  const takeOver = async (): Promise<void> => {
    const { data, error } = await readAgain({ practice });
    const fresh: ReadFeatures | undefined = error ? undefined : data;
    if (!fresh?.record) {
      setRefused((error as ApiError | undefined)?.message ?? words.edit.noRecord);
      return;
    }
    setTicked(rebased(stored, ticked, namesOf(fresh.record)));
    setBase({ record: fresh.record, etag: fresh.etag });
    setTakenOver(stale?.changed_by ?? null);
    setStale(null);
    setRefused(null);
  };

  return {
    record: base.record,
    ticked,
    tick: (change) => setTicked({ ...ticked, ...change }),
    changes,
    effect: known ? preview.currentData : undefined,
    effectError: known ? (preview.error as ApiError | undefined) : undefined,
    askAgain: () => void preview.refetch(),
    busy: isLoading || reading.isFetching,
    stale,
    takeOver,
    takenOver,
    refused,
    save,
  };
}

import { type ApiError, apiErrorOf, serverMessage } from 'shared-api';
import type {
  BodyOf,
  FeaturesEditing,
  FeaturesEffect,
  FeatureValues,
  PracticeFeatures,
  updatePracticeFeatures,
} from 'shared-api/contracts';
import { type Dispatch, useEffect, useReducer, useRef, useState } from 'react';
import { useRemote } from 'shared-ui/remote';
import {
  type ReadFeatures,
  useLazyReadPracticeFeaturesQuery,
  usePreviewPracticeFeaturesQuery,
  useUpdatePracticeFeaturesMutation,
} from '../api';
import { type Action, changeCount, type Draft, openDraft, reduce, undecidedCount } from '../features-editing/draft';
import { incomingTexts } from '../features-editing/incoming';
import type { Options } from '../features-editing/options';
import { type PartResult, savePart } from '../features-editing/save-part';
import { useDebounced } from '../use-debounced';
import { messages } from './messages';
import type { VersionedFeatures } from './use-uncached-features';

/** Delay after an edit before its effect is calculated. */
const DEBOUNCE_MS = 300;

export interface FeaturesEdit {
  record: PracticeFeatures;
  draft: Draft;
  dispatch: Dispatch<Action>;
  changeCount: number;
  /** Number of unsaved changes from before a reload that are still as they were. */
  restoredCount: number;
  /** The effect of the edits; undefined until it is calculated. */
  effect: FeaturesEffect | undefined;
  effectError: ApiError | undefined;
  retryEffect: () => void;
  busy: boolean;
  /** Refetches the record and merges it with the edits. */
  readAgain: () => Promise<ReadFeatures | undefined>;
  /** Why nothing was saved, as a message. */
  problem: string | null;
  save: () => Promise<void>;
}

const toNamedItems = (names: readonly string[]): { name: string }[] => names.map((name) => ({ name }));

/** The cross-practice editor's request: three lists of names, with unchanged flags. */
export function toFeaturesRequest(values: FeatureValues): BodyOf<typeof updatePracticeFeatures> {
  return {
    bundles: toNamedItems(values.bundles),
    product_features: toNamedItems(values.product_features),
    features: toNamedItems(values.flags),
  };
}

export interface FeaturesEditOptions {
  practiceId: number;
  read: VersionedFeatures;
  stored: FeaturesEditing | undefined;
  options: Options;
  /** Called whenever the edits change. */
  onEditing: (editing: FeaturesEditing) => void;
  onSaved: () => void;
}

/** The effect of the edits, once they have been unchanged for a while. */
function useEffectPreview(practiceId: number, { values }: Draft, skip: boolean) {
  const rested = useDebounced(values, DEBOUNCE_MS);
  const { bundles, product_features } = toFeaturesRequest(rested);
  const preview = usePreviewPracticeFeaturesQuery(
    { practice: practiceId, body: { bundles, product_features } },
    { skip, refetchOnMountOrArgChange: true },
  );
  const isKnown = rested === values && !preview.isFetching;
  return {
    effect: isKnown ? preview.currentData : undefined,
    effectError: isKnown ? apiErrorOf(preview.error) : undefined,
    retryEffect: () => void preview.refetch(),
  };
}

/** Edits one practice's features: the draft, its effect, and the save of the loaded version. */
export function useFeaturesEdit({
  practiceId,
  read,
  stored,
  options,
  onEditing,
  onSaved,
}: FeaturesEditOptions): FeaturesEdit {
  const { notify, publish } = useRemote();
  const [draft, dispatch] = useReducer(reduce, read, (start) => openDraft(start, stored));
  const [restored] = useState(() => (stored ? [...draft.editing.edits] : []));
  const [problem, setProblem] = useState<string | null>(null);
  const [update] = useUpdatePracticeFeaturesMutation();
  const [load, reading] = useLazyReadPracticeFeaturesQuery();
  const [saving, setSaving] = useState(false);
  const running = useRef(false);
  const changes = changeCount(draft);
  const preview = useEffectPreview(practiceId, draft, changes === 0);

  const { editing } = draft;
  useEffect(() => onEditing(editing), [editing, onEditing]);

  const readRecord = async (): Promise<ReadFeatures | undefined> => {
    const { data, error } = await load({ practice: practiceId });
    const fresh = error ? undefined : data;
    if (fresh?.record) return fresh;
    setProblem(apiErrorOf(error)?.message ?? messages.edit.noRecord);
    return undefined;
  };

  const readAgain = async (): Promise<ReadFeatures | undefined> => {
    const fresh = await readRecord();
    if (fresh) dispatch({ type: 'read', read: fresh });
    return fresh;
  };

  const announce = ({ outcome, incoming }: PartResult): void => {
    for (const message of incomingTexts(options, incoming)) notify({ severity: 'info', message });
    if (outcome.kind === 'saved' || outcome.kind === 'already-saved') {
      notify({ severity: 'success', message: messages.toasts.saved });
      publish('entitlements-changed', { practice: practiceId });
      onSaved();
      return;
    }
    notify({ severity: 'error', message: messages.toasts.saveFailed });
    if (outcome.kind === 'failed') {
      const failure = apiErrorOf(outcome.error);
      setProblem(serverMessage(failure) ?? failure.message);
    }
  };

  const save = async (): Promise<void> => {
    if (running.current || changes === 0 || undecidedCount(draft) > 0) return;
    running.current = true;
    setSaving(true);
    setProblem(null);
    const send = ({ values, etags }: Draft) =>
      update({ practice: practiceId, body: toFeaturesRequest(values), etag: etags.access });
    const result = await savePart(draft, 'access', { send, readAgain: readRecord, dispatch });
    announce(result);
    setSaving(false);
    running.current = false;
  };

  return {
    record: draft.read.record ?? read.record,
    draft,
    dispatch,
    changeCount: changes,
    restoredCount: restored.filter(([field, value]) => editing.edits.get(field) === value).length,
    ...preview,
    busy: saving || reading.isFetching,
    readAgain,
    problem,
    save,
  };
}

import { type ApiError, serverMessage } from 'shared-api';
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
import { type Action, changeCount, type Draft, openDraft, reduce, undecided } from '../features-editing/draft';
import { incomingTexts } from '../features-editing/incoming';
import type { Options } from '../features-editing/options';
import { type PartResult, savePart } from '../features-editing/save-part';
import { useDebounced } from '../use-debounced';
import { words } from './messages';
import type { FreshFeatures } from './use-fresh';

/** How long edits rest before their effect is asked for. */
const DEBOUNCE_MS = 300;

export interface Edit {
  record: PracticeFeatures;
  draft: Draft;
  dispatch: Dispatch<Action>;
  changes: number;
  /** How many unsaved changes were there before a reload. */
  restored: number;
  /** What the edits give and take; undefined until that is known. */
  effect: FeaturesEffect | undefined;
  effectError: ApiError | undefined;
  retryEffect: () => void;
  busy: boolean;
  /** Reads the record again under the edits. */
  readAgain: () => Promise<ReadFeatures | undefined>;
  /** Why nothing was saved, in words. */
  problem: string | null;
  save: () => Promise<void>;
}

const listed = (names: readonly string[]): { name: string }[] => names.map((name) => ({ name }));

/** The save as the cross-practice editor sends it: three lists of names; the flags go along as they are. */
export function toFeaturesRequest(values: FeatureValues): BodyOf<typeof updatePracticeFeatures> {
  return {
    bundles: listed(values.bundles),
    product_features: listed(values.product_features),
    features: listed(values.flags),
  };
}

export interface EditStart {
  practiceId: number;
  read: FreshFeatures;
  stored: FeaturesEditing | undefined;
  options: Options;
  /** Hears the edits whenever they change. */
  onEditing: (editing: FeaturesEditing) => void;
  onSaved: () => void;
}

/** What the edits give and take, once they rest. */
function useEffectPreview(practice: number, { values }: Draft, skip: boolean) {
  const rested = useDebounced(values, DEBOUNCE_MS);
  const { bundles, product_features } = toFeaturesRequest(rested);
  const preview = usePreviewPracticeFeaturesQuery(
    { practice, body: { bundles, product_features } },
    { skip, refetchOnMountOrArgChange: true },
  );
  const isKnown = rested === values && !preview.isFetching;
  return {
    effect: isKnown ? preview.currentData : undefined,
    effectError: isKnown ? (preview.error as ApiError | undefined) : undefined,
    retryEffect: () => void preview.refetch(),
  };
}

/** The edits of one practice over its record, their effect, and their save on the version that was read. */
export function useEdit({ practiceId: practice, read, stored, options, onEditing, onSaved }: EditStart): Edit {
  const { notify, publish } = useRemote();
  const [draft, dispatch] = useReducer(reduce, read, (start) => openDraft(start, stored));
  const [restored] = useState(() => (stored ? changeCount(draft) : 0));
  const [problem, setProblem] = useState<string | null>(null);
  const [update] = useUpdatePracticeFeaturesMutation();
  const [load, reading] = useLazyReadPracticeFeaturesQuery();
  const [saving, setSaving] = useState(false);
  const running = useRef(false);
  const changes = changeCount(draft);
  const preview = useEffectPreview(practice, draft, changes === 0);

  const { editing } = draft;
  useEffect(() => onEditing(editing), [editing, onEditing]);

  const readRecord = async (): Promise<ReadFeatures | undefined> => {
    const { data, error } = await load({ practice });
    const fresh = error ? undefined : data;
    if (fresh?.record) return fresh;
    setProblem((error as ApiError | undefined)?.message ?? words.edit.noRecord);
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
      notify({ severity: 'success', message: words.toasts.saved });
      publish('entitlements-changed', { practice });
      onSaved();
      return;
    }
    notify({ severity: 'error', message: words.toasts.saveFailed });
    if (outcome.kind === 'failed') {
      const failure = outcome.error as ApiError;
      setProblem(serverMessage(failure) ?? failure.message);
    }
  };

  const save = async (): Promise<void> => {
    if (running.current || changes === 0 || undecided(draft) > 0) return;
    running.current = true;
    setSaving(true);
    setProblem(null);
    const send = ({ values, etags }: Draft) =>
      update({ practice, body: toFeaturesRequest(values), etag: etags.access });
    const result = await savePart(draft, 'access', { send, readAgain: readRecord, dispatch });
    announce(result);
    setSaving(false);
    running.current = false;
  };

  return {
    record: draft.read.record ?? read.record,
    draft,
    dispatch,
    changes,
    restored,
    ...preview,
    busy: saving || reading.isFetching,
    readAgain,
    problem,
    save,
  };
}

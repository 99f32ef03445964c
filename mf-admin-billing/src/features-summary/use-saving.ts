/** The two saves, which succeed or fail each for itself (specification, 4 and 8). */
import { isApiError } from 'shared-api';
import { useRef, useState } from 'react';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useUpdatePracticeFeatureFlagsMutation, useUpdatePracticeFeaturesMutation } from '../api';
import { changedParts, type Draft, type Part } from './draft';
import { featuresMessages as words } from './messages';
import { type Failure, failureText, isUnexpected, toAccessRequest, toFlagsRequest } from './request';
import type { Features } from './use-features';

export interface Saving {
  saving: boolean;
  /** What the last try failed with, one line per save; null after a success. */
  problem: string | null;
  save: (draft: Draft) => Promise<void>;
  forget: () => void;
}

export function useSaving({ dispatch, readAgain }: Pick<Features, 'dispatch' | 'readAgain'>): Saving {
  const { id: practice } = usePractice();
  const { notify, publish } = useRemote();
  const [saveAccess] = useUpdatePracticeFeaturesMutation();
  const [saveFlags] = useUpdatePracticeFeatureFlagsMutation();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** A second click comes before the first has drawn anything. */
  const running = useRef(false);

  const send = async (part: Part, { values, etags }: Draft): Promise<Failure | null> => {
    const etag = etags[part];
    const { data, error } =
      part === 'access'
        ? await saveAccess({ practice, body: toAccessRequest(values), etag })
        : await saveFlags({ practice, body: toFlagsRequest(values), etag });
    if (data) {
      dispatch({ type: 'saved', part, sent: values, etag: data.etag });
      return null;
    }
    const { conflict } = isApiError(error) ? error : {};
    if (conflict) dispatch({ type: 'refused', part, by: conflict });
    return { part, error };
  };

  const save = async (draft: Draft): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setSaving(true);
    setProblem(null);
    const changed = changedParts(draft);
    const failures = (await Promise.all(changed.map((part) => send(part, draft)))).filter((one) => one !== null);
    if (failures.length < changed.length) publish('entitlements-changed', { practice });
    if (failures.length === 0) {
      notify({ severity: 'success', message: words.saved });
    } else {
      const text = failureText(failures);
      setProblem(text);
      notify({ severity: 'error', message: text });
      // What somebody else has saved, or what became of a save without an answer, is in the record.
      if (failures.some(({ error }) => isUnexpected(error) || (isApiError(error) && error.conflict))) await readAgain();
    }
    setSaving(false);
    running.current = false;
  };

  return { saving, problem, save, forget: () => setProblem(null) };
}

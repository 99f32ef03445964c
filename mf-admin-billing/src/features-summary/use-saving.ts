/** The two saves, which succeed or fail independently (specification, 4 and 8). */
import { useRef, useState } from 'react';
import { usePractice, useRemote } from 'shared-ui/remote';
import { versionedMessages } from 'shared-ui/versioned';
import { useUpdatePracticeFeatureFlagsMutation, useUpdatePracticeFeaturesMutation } from '../api';
import { changeCount, type Draft, type Part, partNames } from '../features-editing/draft';
import { incomingTexts } from '../features-editing/incoming';
import type { Options } from '../features-editing/options';
import { type PartResult, savePart } from '../features-editing/save-part';
import { featuresMessages as messages } from './messages';
import { type PartFailure, failureText, isUnexpected, toAccessRequest, toFlagsRequest } from './request';
import type { FeaturesState } from './use-features';

export interface FeaturesSaving {
  saving: boolean;
  /** Errors of the last attempt, one line per save; null after a success. */
  problem: string | null;
  save: (draft: Draft) => Promise<void>;
  clearProblem: () => void;
}

type Result = PartResult & { part: Part };

export function useSaving({ dispatch, readAgain }: FeaturesState, options: Options): FeaturesSaving {
  const { id: practiceId } = usePractice();
  const { notify, publish } = useRemote();
  const [saveAccess] = useUpdatePracticeFeaturesMutation();
  const [saveFlags] = useUpdatePracticeFeatureFlagsMutation();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** A second click can arrive before the first has rendered. */
  const running = useRef(false);

  const send = (part: Part, { values, etags }: Draft) =>
    part === 'access'
      ? saveAccess({ practice: practiceId, body: toAccessRequest(values), etag: etags.access })
      : saveFlags({ practice: practiceId, body: toFlagsRequest(values), etag: etags.flags });

  /** Sequential, because merging the first save can leave nothing for the second to send. */
  const saveParts = async (draft: Draft): Promise<Result[]> => {
    const results: Result[] = [];
    let current = draft;
    for (const part of partNames) {
      if (changeCount(current, part) === 0) continue;
      const result = await savePart(current, part, { send: (next) => send(part, next), readAgain, dispatch });
      results.push({ ...result, part });
      current = result.draft;
    }
    return results;
  };

  const announce = (results: readonly Result[]): void => {
    const failures = results.flatMap(({ part, outcome }): PartFailure[] =>
      outcome.kind === 'failed' ? [{ part, error: outcome.error }] : [],
    );
    const conflicts = results.flatMap(({ outcome }) =>
      outcome.kind === 'undecided' && outcome.conflict ? [outcome.conflict] : [],
    );
    for (const message of results.flatMap(({ incoming }) => incomingTexts(options, incoming))) {
      notify({ severity: 'info', message });
    }
    for (const { changed_by: by } of conflicts) notify({ severity: 'warning', message: versionedMessages.title(by) });
    if (failures.length > 0) {
      const text = failureText(failures);
      setProblem(text);
      notify({ severity: 'error', message: text });
    } else if (conflicts.length === 0) {
      notify({ severity: 'success', message: messages.saved });
    }
  };

  const save = async (draft: Draft): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setSaving(true);
    setProblem(null);
    const results = await saveParts(draft);
    const isSaved = results.some(({ outcome }) => outcome.kind === 'saved');
    if (isSaved) publish('entitlements-changed', { practice: practiceId });
    announce(results);
    // Refetches, because a bundle also changes features and a save without a response might have succeeded.
    if (isSaved || results.some(({ outcome }) => outcome.kind === 'failed' && isUnexpected(outcome.error))) {
      await readAgain();
    }
    setSaving(false);
    running.current = false;
  };

  return { saving, problem, save, clearProblem: () => setProblem(null) };
}

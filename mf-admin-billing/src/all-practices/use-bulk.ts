import { apiErrorOf, isException, isUnknownOutcome, serverMessage } from 'shared-api';
import type { AnswerOf, BulkChange, bulkUpdateFeatures } from 'shared-api/contracts';
import { useAttempt, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { useBulkUpdateFeaturesMutation } from '../api';
import type { BulkOperation } from './bulk';
import { messages } from './messages';

export type BulkAnswer = AnswerOf<typeof bulkUpdateFeatures>;

export interface BulkProblem {
  /** True if there was no response, so the change might have been made. */
  unknown: boolean;
  message: string;
}

export interface BulkControl {
  busy: boolean;
  problem: BulkProblem | null;
  /** Resolves to the server's response, or to undefined on failure, with the reason in `problem`. */
  send: (operation: BulkOperation, body: BulkChange) => Promise<BulkAnswer | undefined>;
}

/** Makes a bulk change at most once: retries reuse the idempotency key until the server responds. */
export function useBulk(): BulkControl {
  const { notify } = useRemote();
  const [update] = useBulkUpdateFeaturesMutation();
  const attempt = useAttempt<BulkChange>();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<BulkProblem | null>(null);

  const send: BulkControl['send'] = async (operation, body) => {
    // A second click can arrive before the first has rendered.
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setProblem(null);
    const { key, sent } = attempt.begin(body, body);
    const { data, error } = await update({ body: sent, idempotencyKey: key });
    running.current = false;
    setBusy(false);
    if (data) {
      attempt.end();
      return data;
    }
    const failure = apiErrorOf(error);
    const unknown = isUnknownOutcome(failure);
    if (!unknown) attempt.end();
    const failureMessage = serverMessage(failure) ?? messages.toasts.failed(operation);
    setProblem({ unknown, message: isException(failure) ? messages.bulk.unknown : failureMessage });
    notify({ severity: 'error', message: messages.toasts.failed(operation) });
    return undefined;
  };
  return { busy, problem, send };
}

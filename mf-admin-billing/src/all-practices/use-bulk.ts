import { type ApiError, isException, serverMessage } from 'shared-api';
import type { AnswerOf, BulkChange, bulkUpdateFeatures } from 'shared-api/contracts';
import { useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { useBulkUpdateFeaturesMutation } from '../api';
import type { Deed } from './bulk';
import { words } from './messages';

export type BulkAnswer = AnswerOf<typeof bulkUpdateFeatures>;

export interface BulkProblem {
  /** No answer came, so that the change may have been made. */
  unknown: boolean;
  message: string;
}

export interface BulkControl {
  busy: boolean;
  problem: BulkProblem | null;
  /** The server's answer; undefined where it refused or did not answer, as `problem` says. */
  send: (deed: Deed, body: BulkChange) => Promise<BulkAnswer | undefined>;
}

/**
 * Makes a bulk change once. One idempotency key goes with a change over all retries, until the server has said yes or no;
 * another change, and the same one once it was answered, has a key of its own.
 */
export function useBulk(): BulkControl {
  const { notify } = useRemote();
  const [update] = useBulkUpdateFeaturesMutation();
  const attempt = useRef<{ change: string; key: string } | null>(null);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<BulkProblem | null>(null);

  const send: BulkControl['send'] = async (deed, body) => {
    // A second click comes before the first has drawn anything.
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setProblem(null);
    const change = JSON.stringify(body);
    if (attempt.current?.change !== change) attempt.current = { change, key: crypto.randomUUID() };
    const { data, error } = await update({ body, idempotencyKey: attempt.current.key });
    running.current = false;
    setBusy(false);
    if (data) {
      attempt.current = null;
      return data;
    }
    const failure = error as ApiError;
    const unknown = isException(failure) || failure.status >= 500;
    if (!unknown) attempt.current = null;
    const said = serverMessage(failure) ?? words.toasts.failed(deed);
    setProblem({ unknown, message: isException(failure) ? words.bulk.unknown : said });
    notify({ severity: 'error', message: words.toasts.failed(deed) });
    return undefined;
  };
  return { busy, problem, send };
}

import { type ApiError, isException, serverMessage } from 'shared-api';
import type { BillingOutcome } from 'shared-api/contracts';
import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { api, moved, useLazyReadStripeInfoQuery, useMakeChangeMutation } from '../api';
import type { Change, SentChange } from './change';
import { words } from './messages';

export interface ChangeControl {
  busy: boolean;
  /** What went wrong, for the dialog; null while nothing did. */
  problem: string | null;
  run: (change: Change, prorationDate?: number) => Promise<ChangeResult>;
}

/**
 * `done` once the change is made, or is being confirmed by the provider; `refused` where nothing was changed, and what was
 * shown may not hold any more; `failed` where it is open.
 */
export type ChangeResult = 'done' | 'refused' | 'failed';

interface Attempt {
  choice: string;
  key: string;
  sent: SentChange;
}

/** Whether it is not known what became of a call: no answer, none that can be read, or a provider that did not answer. */
function isUnknown(error: ApiError): boolean {
  return isException(error) || error.status >= 500;
}

/** A definite no ends the attempt; everything else may be the same change still. */
function isRefusal({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429 && code !== 'already_running';
}

function problemOf(error: ApiError, kind: Change['kind']): string {
  if (isException(error)) return words.unknown;
  if (error.status === 401) return words.signedOut;
  return serverMessage(error) ?? (isUnknown(error) ? words.unknown : words.failed[kind]);
}

/**
 * Makes a change of money once (server rule 6). One idempotency key goes with a choice, and the body that was first sent
 * with it, over all retries; another choice, a success and a definite refusal begin anew. Failures are told in a toast and
 * stay in `problem`. `quiet` leaves the toast out, where the specification has the failure silent (billing, 8).
 */
export function useChange({ quiet = false }: { quiet?: boolean } = {}): ChangeControl {
  const { id: practice } = usePractice();
  const { notify, nonce, publish } = useRemote();
  const dispatch = useDispatch();
  const [make] = useMakeChangeMutation();
  const [readStripe] = useLazyReadStripeInfoQuery();
  const attempt = useRef<Attempt | null>(null);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const fail = (text: string, toast = text): void => {
    setProblem(text);
    if (!quiet) notify({ severity: 'error', message: toast });
  };

  /** The bank asks the person, who answers in the browser. Answers what the bank objects to, or null. */
  const askBank = async ({ client_secret: clientSecret }: BillingOutcome): Promise<string | null> => {
    const info = await readStripe(undefined, true);
    if (!info.data || clientSecret === undefined) return words.bankRefused;
    const { handleNextAction } = await import('shared-ui/card-form');
    const { stripe_publishable_key: publishableKey, stripe_js_url: stripeJsUrl } = info.data;
    try {
      return await handleNextAction({ publishableKey, stripeJsUrl, nonce, clientSecret });
    } catch {
      return words.bankRefused;
    }
  };

  const send = async (change: Change, prorationDate: number | undefined): Promise<ChangeResult> => {
    const choice = JSON.stringify(change);
    if (attempt.current?.choice !== choice) {
      attempt.current = { choice, key: crypto.randomUUID(), sent: { ...change, prorationDate } };
    }
    const { key, sent } = attempt.current;
    const { data, error } = await make({ practice, change: sent, idempotencyKey: key });
    if (error) {
      const failure = error as ApiError;
      fail(problemOf(failure, change.kind), serverMessage(failure) ?? words.failed[change.kind]);
      if (!isRefusal(failure)) return 'failed';
      attempt.current = null;
      return 'refused';
    }
    if (data.status === 'requires_action') {
      const objection = await askBank(data);
      // What was read after the call is of before the bank's word.
      dispatch(api.util.invalidateTags([...moved]));
      if (objection !== null) {
        // The server would repeat its answer under this key, and the bank has answered already.
        attempt.current = null;
        fail(objection);
        return 'refused';
      }
    }
    attempt.current = null;
    const message = data.message === '' || data.status === 'requires_action' ? words.done[change.kind] : data.message;
    notify({ severity: data.status === 'confirming' ? 'info' : 'success', message });
    publish('entitlements-changed', { practice });
    return 'done';
  };

  const run = async (change: Change, prorationDate?: number): Promise<ChangeResult> => {
    if (running.current) return 'failed';
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      return await send(change, prorationDate);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, problem, run };
}

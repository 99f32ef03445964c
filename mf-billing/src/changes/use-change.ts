import { type ApiError, apiErrorOf, isException, serverMessage } from 'shared-api';
import type { BillingOutcome, CostPreview } from 'shared-api/contracts';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { useMakeChangeMutation, useSettleBillingRequestMutation } from '../api';
import type { Change, ChangeKind, SentChange } from './change';
import { messages } from './messages';
import { useBankStep } from './use-bank-step';

export interface ChangeProblem {
  /**
   * `declined`: the payment failed and nothing changed, so another card may help. `outdated`: the cost has changed, and the
   * person confirms the new one. `other`: everything else.
   */
  kind: 'declined' | 'outdated' | 'other';
  title?: string;
  message: string;
}

/**
 * `done` once the change is made, or waits for the provider. `refused` when nothing was changed, and what was shown may no
 * longer hold. `failed` when the outcome is unknown.
 */
export type ChangeResult = 'done' | 'refused' | 'failed';

export interface ChangeControl {
  /** `bank`: the person answers the bank. */
  step: 'idle' | 'sending' | 'bank';
  /** What went wrong; null while nothing did. */
  problem: ChangeProblem | null;
  run: (change: Change, cost: CostPreview, paymentMethodId?: string) => Promise<ChangeResult>;
}

interface Attempt {
  choice: string;
  key: string;
  sent: SentChange;
}

/** The outcome is unknown: no answer, none that can be read, or a provider that did not answer. */
function isUnknown(error: ApiError): boolean {
  return isException(error) || error.status >= 500;
}

/** A definite no ends the attempt; after everything else the change may still happen. */
function isRefusal({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429 && code !== 'already_running';
}

/** The bank's message below its meaning. The server's message ends with the same sentence as the title. */
function declinedProblem(kind: ChangeKind, message: string): ChangeProblem {
  const title = messages.anotherCard[kind];
  return { kind: 'declined', title, message: message.replace(title, '').trim() };
}

function problemOf(error: ApiError, kind: ChangeKind): ChangeProblem {
  if (isException(error)) return { kind: 'other', message: messages.unknown };
  if (error.status === 401) return { kind: 'other', message: messages.signedOut };
  const message = serverMessage(error) ?? (isUnknown(error) ? messages.unknown : messages.failed[kind]);
  if (error.status === 402) return declinedProblem(kind, message);
  if (error.code === 'preview_outdated') return { kind: 'outdated', title: messages.outdated, message };
  return { kind: 'other', message };
}

/**
 * Makes a change once (server rule 6). One idempotency key goes with a choice and a card, and the body that was first sent
 * with it, over all retries; another choice, a success and a definite refusal start a new attempt. A payment that the bank
 * asks about is settled with the server after the person's answer: an unconfirmed one is given up, with nothing changed
 * (server rule 20). Failures go to a toast and to `problem`; `quiet` leaves the toast out (specification: billing, 8).
 */
export function useChange({ quiet = false }: { quiet?: boolean } = {}): ChangeControl {
  const { id: practiceId } = usePractice();
  const { notify, publish } = useRemote();
  const [make] = useMakeChangeMutation();
  const [settle] = useSettleBillingRequestMutation();
  const openBankStep = useBankStep();
  const attempt = useRef<Attempt | null>(null);
  const running = useRef(false);
  const [step, setStep] = useState<ChangeControl['step']>('idle');
  const [problem, setProblem] = useState<ChangeProblem | null>(null);

  const fail = (failure: ChangeProblem, toast = failure.message): void => {
    setProblem(failure);
    if (!quiet) notify({ severity: 'error', message: toast });
  };
  const succeed = (message: string, severity: 'success' | 'info' = 'success'): ChangeResult => {
    attempt.current = null;
    notify({ severity, message });
    publish('entitlements-changed', { practice: practiceId });
    return 'done';
  };
  const decline = (kind: ChangeKind, message: string): ChangeResult => {
    attempt.current = null;
    fail(declinedProblem(kind, message));
    return 'refused';
  };

  const askBank = async (outcome: BillingOutcome, kind: ChangeKind): Promise<ChangeResult> => {
    setStep('bank');
    const objection = await openBankStep(outcome.client_secret);
    setStep('sending');
    if (outcome.request_id === undefined) {
      return objection === null ? succeed(messages.done[kind]) : decline(kind, objection);
    }
    const { data, error } = await settle({ practiceId, requestId: outcome.request_id, giveUp: objection !== null });
    if (error) {
      // The server repeats its answer for the same key, so the attempt continues.
      fail({ kind: 'other', message: messages.unknown }, serverMessage(apiErrorOf(error)) ?? messages.failed[kind]);
      return 'failed';
    }
    switch (data.state) {
      case 'succeeded':
        return succeed(messages.done[kind]);
      case 'failed':
        return decline(kind, objection ?? (data.message === '' ? messages.bank.refused : data.message));
      case 'processing':
      case 'requires_action':
        return succeed(data.message === '' ? messages.confirming : data.message, 'info');
    }
  };

  const send = async (change: Change, cost: CostPreview, paymentMethodId?: string): Promise<ChangeResult> => {
    const choice = JSON.stringify([change, paymentMethodId]);
    if (attempt.current?.choice !== choice) {
      const sent = { change, paymentMethodId, expectedDue: cost.due_today, prorationDate: cost.proration_date };
      attempt.current = { choice, key: crypto.randomUUID(), sent };
    }
    const { key, sent } = attempt.current;
    const { data, error } = await make({ practiceId, sent, idempotencyKey: key });
    if (error) {
      const failure = apiErrorOf(error);
      fail(problemOf(failure, change.kind), serverMessage(failure) ?? messages.failed[change.kind]);
      if (!isRefusal(failure)) return 'failed';
      attempt.current = null;
      return 'refused';
    }
    if (data.status === 'requires_action') return askBank(data, change.kind);
    const message = data.message === '' ? messages.done[change.kind] : data.message;
    return succeed(message, data.status === 'confirming' ? 'info' : 'success');
  };

  const run: ChangeControl['run'] = async (change, cost, paymentMethodId) => {
    if (running.current) return 'failed';
    running.current = true;
    setStep('sending');
    setProblem(null);
    try {
      return await send(change, cost, paymentMethodId);
    } finally {
      running.current = false;
      setStep('idle');
    }
  };
  return { step, problem, run };
}

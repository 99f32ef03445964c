import { type ApiError, apiErrorOf, isException, isUnknownOutcome, serverMessage } from 'shared-api';
import type { BillingOutcome, CostPreview } from 'shared-api/contracts';
import { useAttempt, usePractice, useRemote } from 'shared-ui/remote';
import { useMakeChangeMutation, useSettleBillingRequestMutation } from '../api';
import { useConfirming } from '../confirming/use-confirming';
import type { Change, ChangeKind, ChangeRequest } from './change';
import { messages } from './messages';
import { type ChangeProblem, type PaymentRun, usePaymentRun } from './use-payment-run';

/**
 * `done`: the change is made, or the provider is confirming it.
 * `declined`: the card was not charged, and nothing changed.
 * `refused`: nothing changed for another reason, and the shown cost may be outdated.
 * `failed`: the outcome is unknown, or the same request can be retried (401, 429, `already_running`), or another run is
 * in progress.
 */
export type ChangeResult = 'done' | 'declined' | 'refused' | 'failed';

export interface ChangeControl extends Pick<PaymentRun, 'step' | 'problem'> {
  run: (change: Change, cost: CostPreview, paymentMethodId?: string) => Promise<ChangeResult>;
}

/** A definite refusal ends the attempt. After any other error, the change can still happen or be retried unchanged. */
function isRefusal({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429 && code !== 'already_running';
}

/** The bank's message under a title. The server's message repeats the title's sentence, so it is removed here. */
function declinedProblem(kind: ChangeKind, message: string): ChangeProblem {
  const title = messages.anotherCard[kind];
  return { kind: 'declined', title, message: message.replace(title, '').trim() };
}

function problemOf(error: ApiError, kind: ChangeKind): ChangeProblem {
  if (isException(error)) return { kind: 'other', message: messages.unknown };
  if (error.status === 401) return { kind: 'other', message: messages.signedOut };
  const message = serverMessage(error) ?? (isUnknownOutcome(error) ? messages.unknown : messages.failed[kind]);
  if (error.status === 402) return declinedProblem(kind, message);
  if (error.code === 'preview_outdated') return { kind: 'outdated', message: messages.outdated };
  return { kind: 'other', message };
}

/**
 * Makes a change at most once (server rule 6). All retries of one choice and card use the same idempotency key and the
 * body that was first sent with it. A different choice, a success or a definite refusal starts a new attempt. If the
 * bank requires authentication, the hook settles the request with the server afterwards. An unconfirmed payment is
 * abandoned, and nothing changes (server rule 20). Failures show as a toast and in `problem`; `quiet` omits the toast
 * (specification: billing, 8).
 */
export function useChange({ quiet = false }: { quiet?: boolean } = {}): ChangeControl {
  const { id: practiceId } = usePractice();
  const { notify, publish } = useRemote();
  const [make] = useMakeChangeMutation();
  const [settle] = useSettleBillingRequestMutation();
  const { step, problem, setProblem, askBank, runExclusively } = usePaymentRun();
  const isBeingConfirmed = useConfirming();
  const attempt = useAttempt<ChangeRequest>();

  const fail = (failure: ChangeProblem, toast = failure.message): void => {
    setProblem(failure);
    if (!quiet) notify({ severity: 'error', message: toast });
  };
  const succeed = (message: string, severity: 'success' | 'info' = 'success'): ChangeResult => {
    attempt.end();
    notify({ severity, message });
    publish('entitlements-changed', { practice: practiceId });
    return 'done';
  };
  /** The page polls the change until it is settled. A retry from here would be a new change. */
  const follow = (failure: ApiError): ChangeResult =>
    succeed(failure.code === 'being_confirmed' ? failure.message : messages.confirming, 'info');
  const decline = (kind: ChangeKind, message: string): ChangeResult => {
    attempt.end();
    fail(declinedProblem(kind, message));
    return 'declined';
  };

  const authenticate = async (outcome: BillingOutcome, kind: ChangeKind): Promise<ChangeResult> => {
    const objection = await askBank(outcome.client_secret);
    if (outcome.request_id === undefined) {
      return objection === null ? succeed(messages.done[kind]) : decline(kind, objection);
    }
    const { data, error } = await settle({ practiceId, requestId: outcome.request_id, giveUp: objection !== null });
    if (error) {
      const failure = apiErrorOf(error);
      if (await isBeingConfirmed(failure)) return follow(failure);
      // The attempt continues: a retry with the same key gets the same response from the server.
      fail({ kind: 'other', message: messages.unknown }, serverMessage(failure) ?? messages.failed[kind]);
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
    const { key, sent } = attempt.begin([change, paymentMethodId], {
      change,
      paymentMethodId,
      expectedDue: cost.due_today,
      prorationDate: cost.proration_date,
      subscriptionVersion: cost.subscription_version,
    });
    const { data, error } = await make({ practiceId, sent, idempotencyKey: key });
    if (error) {
      const failure = apiErrorOf(error);
      if (await isBeingConfirmed(failure)) return follow(failure);
      fail(problemOf(failure, change.kind), serverMessage(failure) ?? messages.failed[change.kind]);
      if (!isRefusal(failure)) return 'failed';
      attempt.end();
      return failure.status === 402 ? 'declined' : 'refused';
    }
    if (data.status === 'requires_action') return authenticate(data, change.kind);
    const message = data.message === '' ? messages.done[change.kind] : data.message;
    return succeed(message, data.status === 'confirming' ? 'info' : 'success');
  };

  return {
    step,
    problem,
    run: (change, cost, paymentMethodId) => runExclusively(() => send(change, cost, paymentMethodId)),
  };
}

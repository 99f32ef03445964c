/** The last steps of all subscription commands: mirrors the result, settles the request and builds the response. */
import type { BillingOutcome, RequestState } from 'shared-api/contracts';
import type { AuditAction } from '../../../platform/audit/actions.js';
import type { AuditContext } from '../../../platform/audit/actor.js';
import type { BillingPurchase } from '../../requests/requests-tables.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Attempt, CommandResult } from '../../requests/idempotent-request.js';
import { toAppError } from '../../stripe/stripe-errors.js';
import type { BillingContext } from '../billing-context.js';
import { findRequest } from '../mirror/requests-repository.js';
import { completePurchases } from './complete-purchases.js';
import type { OpenPayment } from './payment-outcome.js';

/** Describes a command for the audit log and for the person. */
export interface CommandDescription {
  action: AuditAction;
  after: object;
  doneMessage: string;
  failedMessage: string;
}

/** The provider's response. */
export interface ProviderChange {
  subscriptionId: string;
  /** Ids of the purchased prices. */
  prices: readonly string[];
  /** The payment that the person must confirm. Absent when nothing is open. */
  payment?: OpenPayment | undefined;
  /** True when the prices must also be added to scheduled phases. */
  isMissingInPhases?: boolean;
  /** Additional content of the audit entry that only the response provides. */
  details?: object;
}

/** A request's purchase, before or after the provider has responded. */
export function purchaseOf(
  { action, after, doneMessage, failedMessage }: CommandDescription,
  { actor }: Pick<AuditContext, 'actor'>,
  priceIds: readonly string[],
  over: Partial<BillingPurchase> = {},
): BillingPurchase {
  return {
    prices: [...priceIds],
    isSent: false,
    isMissingInPhases: false,
    actor,
    action,
    after,
    doneMessage,
    failedMessage,
    ...over,
  };
}

function answerOf(
  id: string,
  state: Exclude<RequestState, 'failed'>,
  { doneMessage }: CommandDescription,
  payment: OpenPayment | undefined,
): CommandResult<BillingOutcome> {
  const common = { request_id: id, state };
  switch (state) {
    case 'succeeded':
      return { state, answer: { ...common, status: 'success', message: doneMessage } };
    case 'processing':
      return {
        state,
        answer: {
          ...common,
          status: 'confirming',
          message:
            payment?.isCollecting === true
              ? 'The bank is collecting the payment, which takes some days. Nothing changes until it’s paid.'
              : `${doneMessage}. It’s still being confirmed.`,
        },
      };
    case 'requires_action':
      return {
        state,
        answer: {
          ...common,
          status: 'requires_action',
          message: 'Your bank wants you to confirm this payment.',
          ...(payment && { client_secret: payment.clientSecret }),
        },
      };
  }
}

/**
 * Mirrors the provider's change and returns the outcome of the request.
 *
 * @throws AppError `payment_failed`
 */
export async function finishCommand(
  context: BillingContext,
  description: CommandDescription,
  change: ProviderChange,
  caller: AuditContext,
  attempt: Pick<Attempt, 'id' | 'record'>,
): Promise<CommandResult<BillingOutcome>> {
  const { subscriptionId, prices: priceIds, payment, isMissingInPhases = false, details } = change;
  const described = { ...description, after: { ...description.after, ...details } };
  await attempt.record({
    subscriptionId,
    invoiceId: payment?.invoiceId ?? null,
    purchase: purchaseOf(described, caller, priceIds, { isSent: true, isMissingInPhases }),
  });
  try {
    await completePurchases(context, subscriptionId, caller);
  } catch (error) {
    // The change itself succeeded. If it couldn't be read back, the webhook settles the request.
    if (!(toAppError(error) instanceof AppError)) throw error;
  }
  const state = (await findRequest(context.db, context.practiceId, attempt.id))?.state ?? 'processing';
  if (state === 'failed') throw new AppError(402, 'payment_failed', description.failedMessage);
  if (state === 'succeeded') return answerOf(attempt.id, state, description, undefined);
  const isAsked = payment !== undefined && payment.isCollecting !== true;
  return answerOf(attempt.id, isAsked ? 'requires_action' : 'processing', description, payment);
}

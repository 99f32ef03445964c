/** What the commands on subscriptions share: one idempotent request, mirrored, settled and answered. */
import type { BillingOutcome, RequestState } from 'shared-api/contracts';
import type { BillingPurchase } from '../../database/tables/billing.js';
import { Refusal } from '../../http/refusal.js';
import { type Attempt, type CommandResult, withIdempotencyKey } from '../../idempotency/idempotent-request.js';
import { subscriptionLease } from '../../idempotency/lease.js';
import { toAppError } from '../../stripe/stripe-errors.js';
import type { BillingCaller, BillingContext } from '../billing-context.js';
import { findRequest } from '../mirror/requests-repository.js';
import { completePurchases } from './complete-purchases.js';
import type { OpenPayment } from './payment-outcome.js';

/** What a command does, for the audit log and in words for the person. */
export interface CommandDescription {
  /** `subscription.add_items` */
  action: string;
  after: unknown;
  doneMessage: string;
  failedMessage: string;
}

/** What the provider has answered. */
export interface ProviderChange {
  subscriptionId: string;
  /** Ids of the prices that are bought. */
  prices: readonly string[];
  /** The payment that waits for the person; absent where nothing is open. */
  payment?: OpenPayment | undefined;
  /** True where the prices also have to be added to the phases that are scheduled. */
  isMissingInPhases?: boolean;
}

export interface BillingCommand {
  name: string;
  /** What is requested: another content under the same key is refused. */
  content: unknown;
  /** Held against changes through other practices; absent for what starts one. */
  subscriptionId?: string;
  description: CommandDescription;
}

/** A request's purchase before and after the provider has answered. */
export function purchaseOf(
  { action, after, doneMessage, failedMessage }: CommandDescription,
  { actor }: Pick<BillingCaller, 'actor'>,
  prices: readonly string[],
  over: Partial<BillingPurchase> = {},
): BillingPurchase {
  return {
    prices: [...prices],
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
        answer: { ...common, status: 'confirming', message: `${doneMessage}. It is still being confirmed.` },
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

/** Mirrors what the provider has changed, and answers what has become of the request. */
async function finish(
  context: BillingContext,
  { description }: BillingCommand,
  change: ProviderChange,
  caller: BillingCaller,
  attempt: Attempt,
): Promise<CommandResult<BillingOutcome>> {
  const { subscriptionId, prices, payment, isMissingInPhases = false } = change;
  await attempt.record({
    subscriptionId,
    invoiceId: payment?.invoiceId ?? null,
    purchase: purchaseOf(description, caller, prices, { isSent: true, isMissingInPhases }),
  });
  try {
    await completePurchases(context, subscriptionId, caller);
  } catch (error) {
    // The change is made, whatever became of looking at it: the webhook settles it.
    if (!(toAppError(error) instanceof Refusal)) throw error;
  }
  const state = (await findRequest(context.db, context.practiceId, attempt.id))?.state ?? 'processing';
  if (state === 'failed') throw new Refusal(402, 'payment_failed', description.failedMessage);
  if (state === 'succeeded') return answerOf(attempt.id, state, description, undefined);
  return answerOf(attempt.id, payment ? 'requires_action' : 'processing', description, payment);
}

/**
 * Runs a command once for its key, one at a time for a practice and for a subscription.
 *
 * @param change makes the change at the provider; a `Refusal` means that nothing was changed
 */
export function runCommand(
  context: BillingContext,
  command: BillingCommand,
  caller: BillingCaller,
  change: (attempt: Attempt) => Promise<ProviderChange>,
): Promise<BillingOutcome> {
  const { db, practiceId } = context;
  const { name, content, subscriptionId } = command;
  const { actor, key } = caller;
  const request = {
    practiceId,
    action: name,
    actor,
    key,
    content,
    ...(subscriptionId !== undefined && { lease: subscriptionLease(subscriptionId) }),
  };
  return withIdempotencyKey(db, request, async (attempt) =>
    finish(context, command, await change(attempt), caller, attempt),
  );
}

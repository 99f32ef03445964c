/** Runs subscription commands: each key makes one change, and one change of a subscription is made at a time. */
import type { BillingOutcome } from 'shared-api/contracts';
import { type Attempt, startScope, withIdempotencyKey } from '../../requests/idempotent-request.js';
import { subscriptionLease } from '../../requests/lease.js';
import type { StoredRequest } from '../../requests/requests-repository.js';
import type { BillingCaller, BillingContext } from '../billing-context.js';
import { type CommandDescription, type ProviderChange, finishCommand, purchaseOf } from './finish-command.js';
import { settleCommand } from './settle-command.js';
import { whileSold } from './still-sold.js';

export interface BillingCommand {
  name: string;
  /** The content of the request. Different content under the same key is rejected. */
  content: unknown;
  /** The subscription to change, one request at a time across all practices. Absent for a start. */
  subscriptionId?: string;
  description: CommandDescription;
}

/** The response to a request that has been settled since, e.g. by a webhook. */
function answerOfSettled({ id, state, purchase, answer }: StoredRequest): BillingOutcome | undefined {
  const earlier = (answer as BillingOutcome | null) ?? undefined;
  if (state !== 'succeeded' || !purchase) return earlier;
  return { request_id: id, state, status: 'success', message: purchase.doneMessage };
}

/**
 * Runs a command exactly once per key. A practice and a subscription each run one command at a time.
 *
 * @param change makes the change at the provider; an `AppError` means that nothing changed
 */
export function runCommand(
  context: BillingContext,
  command: BillingCommand,
  caller: BillingCaller,
  change: (attempt: Attempt) => Promise<ProviderChange>,
): Promise<BillingOutcome> {
  const { db, practiceId } = context;
  const { name, content, subscriptionId, description } = command;
  const { actor, key, now, assertStillAllowed } = caller;
  const request = {
    practiceId,
    action: name,
    actor,
    assertStillAllowed,
    key,
    content,
    scope: subscriptionId === undefined ? startScope(practiceId) : subscriptionLease(subscriptionId),
    subscriptionId,
    purchase: purchaseOf(description, caller, []),
    settle: (unsettled: StoredRequest) => settleCommand(context, unsettled, now),
    answerOfSettled,
  };
  return withIdempotencyKey(db, request, async (attempt) =>
    finishCommand(context, description, await whileSold(context, now, () => change(attempt)), caller, attempt),
  );
}

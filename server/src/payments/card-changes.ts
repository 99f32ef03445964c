/**
 * Changes cards at the provider and writes their audit entries. Each change is first stored as a delayed job. After the
 * provider's response, the audit entry replaces the job. If no response came, or the process died, the job asks the
 * provider whether the change was made.
 */
import type Stripe from 'stripe';
import { type Actor, type AuditContext } from '../audit/actor.js';
import { NO_PRACTICE, recordAudits } from '../audit/audit-log.js';
import { idOf } from '../billing/mirror/snapshots.js';
import { isMissing } from '../billing/mirror/fetch-snapshots.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { isUncertain } from '../idempotency/idempotent-request.js';
import { withLease } from '../idempotency/lease.js';
import type { JobHandler } from '../jobs/job-runner.js';
import { deleteUnfinishedJob, enqueue, listUnfinishedJobs, requesterOf } from '../jobs/jobs-repository.js';
import type { Payments } from '../stripe/stripe-client.js';
import { readFromStripe, writeToStripe } from '../stripe/stripe-errors.js';
import { type ReachableCustomer, customerLease, defaultCardOf } from './provider-customer.js';

/** Kind of the jobs that find out the outcome of an unrecorded change. */
export const CARD_CHANGE = 'card-change';

/** Longer than any call to the provider takes, including its retries, in milliseconds. */
export const RECOVER_AFTER_MS = 120_000;

export interface CardChange {
  action: 'card.add' | 'card.default' | 'card.remove';
  method: Stripe.PaymentMethod;
  /** Additional content of the audit entry. */
  details?: object;
}

/** What each audit entry about a card says of it. */
export const cardEntry = ({ id, card }: Stripe.PaymentMethod): object => ({
  payment_method: id,
  brand: card?.brand,
  last4: card?.last4,
});

/** A change as its job stores it. */
interface RequestedChange {
  action: CardChange['action'];
  customer: string;
  practices: readonly number[];
  card: string;
  after: object;
  /** When it was requested, in epoch milliseconds. */
  requestedAt: number;
}

interface ChangeJob {
  id: string;
  change: RequestedChange;
  actor: Actor;
}

/**
 * Ends the job, and writes audit entries if the change was made. If two callers end the same job, only the first one
 * counts.
 */
async function endJob(db: Db, { id, change, actor }: ChangeJob, isMade: boolean): Promise<void> {
  const { action, customer: customerId, practices: practiceIds, after, requestedAt } = change;
  await inTransaction(db, async (transaction) => {
    if (!(await deleteUnfinishedJob(transaction, NO_PRACTICE, id)) || !isMade) return;
    const entry = { actor, at: new Date(requestedAt), action, entity: 'customer', entityId: customerId, after };
    await recordAudits(
      transaction,
      practiceIds.map((practiceId) => ({ ...entry, practiceId })),
    );
  });
}

/** @returns whether the provider has the change @throws errors of the SDK */
export async function isMadeAtProvider(
  stripe: Stripe,
  { action, customer: customerId, card: cardId }: Pick<RequestedChange, 'action' | 'customer' | 'card'>,
): Promise<boolean> {
  if (action === 'card.default') {
    const owner = await stripe.customers.retrieve(customerId);
    return !owner.deleted && defaultCardOf(owner) === cardId;
  }
  const isRemoval = action === 'card.remove';
  try {
    const method = await stripe.paymentMethods.retrieve(cardId);
    return (idOf(method.customer) === customerId) !== isRemoval;
  } catch (error) {
    if (isMissing(error)) return isRemoval;
    throw error;
  }
}

async function recover(db: Db, stripe: Stripe, job: ChangeJob): Promise<void> {
  await endJob(db, job, await readFromStripe(() => isMadeAtProvider(stripe, job.change)));
}

/** Records the outcome of an earlier change before another change hides it. Call it with the customer's lease. */
export async function recoverCardChanges(db: Db, stripe: Stripe, customerId: string): Promise<void> {
  for (const job of await listUnfinishedJobs(db, NO_PRACTICE, CARD_CHANGE)) {
    const change = job.input as RequestedChange;
    if (change.customer === customerId) await recover(db, stripe, { id: job.id, change, actor: requesterOf(job) });
  }
}

/**
 * Makes a change and records it, even if the process dies in between. Call it with the customer's lease.
 *
 * @param write makes the change at the provider
 */
export async function makeCardChange(
  db: Db,
  { id: customerId, practices: practiceIds }: ReachableCustomer,
  { action, method, details = {} }: CardChange,
  { actor, now }: AuditContext,
  write: () => Promise<void>,
): Promise<void> {
  const change: RequestedChange = {
    action,
    customer: customerId,
    practices: practiceIds,
    card: method.id,
    after: { ...cardEntry(method), ...details },
    requestedAt: now.getTime(),
  };
  const id = await enqueue(db, {
    practiceId: NO_PRACTICE,
    kind: CARD_CHANGE,
    input: change,
    progress: {},
    actor,
    now,
    runAt: new Date(now.getTime() + RECOVER_AFTER_MS),
  });
  try {
    await writeToStripe(write);
  } catch (error) {
    if (!isUncertain(error)) await endJob(db, { id, change, actor }, false);
    throw error;
  }
  await endJob(db, { id, change, actor }, true);
}

export function cardChangeHandler({ stripe }: Payments): JobHandler {
  return async ({ id, input, actor }, { db }) => {
    const change = input as RequestedChange;
    await withLease(db, customerLease(change.customer), () => recover(db, stripe, { id, change, actor }));
  };
}

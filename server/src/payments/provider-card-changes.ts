/**
 * Audit entries for cards that were added or removed at the provider, outside of the console. The provider reports every
 * change, also those made here, and often before their audit entry is written. So a job checks each some minutes later, and
 * writes an entry if there is none.
 */
import type Stripe from 'stripe';
import type { AuditContext } from '../audit/actor.js';
import { NO_PRACTICE, recordAudits } from '../audit/audit-log.js';
import { providerActor } from '../billing/mirror/provider-changes.js';
import { idOf } from '../billing/mirror/snapshots.js';
import type { Db } from '../database/tables.js';
import { withLease } from '../idempotency/lease.js';
import type { JobHandler } from '../jobs/job-runner.js';
import { enqueueOnce } from '../jobs/jobs-repository.js';
import type { Payments } from '../stripe/stripe-client.js';
import { readFromStripe } from '../stripe/stripe-errors.js';
import { isCardRecorded } from './audit-entries-repository.js';
import { RECOVER_AFTER_MS, isMadeAtProvider, recoverCardChanges } from './card-changes.js';
import { listPracticesOfCustomer } from './customers-repository.js';
import { customerLease } from './provider-customer.js';

/** Kind of the jobs that check a reported change. */
export const PROVIDER_CARD_CHANGE = 'provider-card-change';

/** A change as its job stores it. */
interface ReportedChange {
  action: 'card.add' | 'card.remove';
  customer: string;
  card: string;
  after: object;
  /** When the provider reported it, in epoch milliseconds. */
  reportedAt: number;
}

/** @returns undefined for an event that is not about a card of a customer */
function changeOf({ type, data }: Pick<Stripe.Event, 'type' | 'data'>, now: Date): ReportedChange | undefined {
  if (type !== 'payment_method.attached' && type !== 'payment_method.detached') return undefined;
  const { id: card, card: details, customer } = data.object as Stripe.PaymentMethod;
  const former = (data.previous_attributes as Partial<Stripe.PaymentMethod> | undefined)?.customer;
  const owner = idOf(type === 'payment_method.attached' ? customer : (former ?? null));
  if (owner === null || !details) return undefined;
  return {
    action: type === 'payment_method.attached' ? 'card.add' : 'card.remove',
    customer: owner,
    card,
    after: { payment_method: card, brand: details.brand, last4: details.last4 },
    reportedAt: now.getTime(),
  };
}

/** @returns a function that plans the check of the event's card; undefined for other events */
export function cardCheckFor(
  db: Db,
  event: Pick<Stripe.Event, 'type' | 'data'>,
  now: Date,
): (() => Promise<unknown>) | undefined {
  const change = changeOf(event, now);
  if (!change) return undefined;
  return () =>
    enqueueOnce(db, {
      practiceId: NO_PRACTICE,
      kind: PROVIDER_CARD_CHANGE,
      name: `${change.action} ${change.card}`,
      input: change,
      progress: {},
      actor: providerActor,
      now,
      runAt: new Date(now.getTime() + RECOVER_AFTER_MS),
    });
}

async function record(
  db: Db,
  stripe: Stripe,
  change: ReportedChange,
  { actor }: Pick<AuditContext, 'actor'>,
): Promise<void> {
  const { action, customer: customerId, card: cardId, after, reportedAt } = change;
  await recoverCardChanges(db, stripe, customerId);
  if (await isCardRecorded(db, action, customerId, cardId)) return;
  if (!(await readFromStripe(() => isMadeAtProvider(stripe, change)))) return;
  const practiceIds = await listPracticesOfCustomer(db, customerId);
  const entry = { actor, at: new Date(reportedAt), action, entity: 'customer', entityId: customerId, after };
  await recordAudits(
    db,
    practiceIds.map((practiceId) => ({ ...entry, practiceId })),
  );
}

export function providerCardChangeHandler({ stripe }: Payments): JobHandler {
  return async ({ input, actor }, { db }) => {
    const change = input as ReportedChange;
    await withLease(db, customerLease(change.customer), () => record(db, stripe, change, { actor }));
  };
}

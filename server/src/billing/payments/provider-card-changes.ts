/**
 * Audit entries for cards added, removed or made the default at the provider, outside the console. The provider reports
 * every change, including those made here, often before their audit entry is written. So a job checks each one some
 * minutes later, and writes an entry if there is none.
 */
import type Stripe from 'stripe';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudits } from '../../platform/audit/audit-log.js';
import { providerActor } from '../subscriptions/mirror/provider-changes.js';
import { idOf } from '../subscriptions/mirror/snapshots.js';
import type { Db } from '../../platform/database/tables.js';
import { withLease } from '../requests/lease.js';
import type { JobHandler } from '../../platform/jobs/attempt-job.js';
import { enqueueOnce } from '../../platform/jobs/jobs-repository.js';
import type { Payments } from '../stripe/stripe-client.js';
import { readFromStripe } from '../stripe/stripe-errors.js';
import { findRecordedDefault, isCardRecorded } from './audit-entries-repository.js';
import { type CardChange, cardEntry, isAppliedAtProvider } from './card-changes.js';
import { listPracticesOfCustomer } from './customers-repository.js';
import { customerLease, defaultCardOf } from './provider-customer.js';
import { settleAllOfCustomer } from './settle-customer-request.js';

/** Delay after which a change made here has its entry, in milliseconds. */
const CHECK_AFTER_MS = 120_000;

/** Kind of the jobs that check a reported change. */
export const PROVIDER_CARD_CHANGE = 'provider-card-change';

type ReportedEvent = Pick<Stripe.Event, 'id' | 'type' | 'data'>;

/** A change as stored in its job. */
interface ReportedChange {
  action: CardChange['action'];
  customer: string;
  card: string;
  /** The content of the audit entry. Absent if the event has only the card's id. */
  after?: object;
  /** When the provider reported it, in epoch milliseconds. */
  reportedAt: number;
}

function changeOfCard({ type, data }: ReportedEvent): Omit<ReportedChange, 'reportedAt'> | undefined {
  const method = data.object as Stripe.PaymentMethod;
  const former = (data.previous_attributes as Partial<Stripe.PaymentMethod> | undefined)?.customer;
  const isAdded = type === 'payment_method.attached';
  const customerId = idOf(isAdded ? method.customer : (former ?? null));
  if (customerId === null || !method.card) return undefined;
  return {
    action: isAdded ? 'card.add' : 'card.remove',
    customer: customerId,
    card: method.id,
    after: cardEntry(method),
  };
}

/** A default that ends with its card is part of the card's removal. */
function changeOfDefault({ data }: ReportedEvent): Omit<ReportedChange, 'reportedAt'> | undefined {
  const owner = data.object as Stripe.Customer;
  const former = (data.previous_attributes as Partial<Stripe.Customer> | undefined)?.invoice_settings;
  const cardId = defaultCardOf(owner);
  if (former?.default_payment_method === undefined || cardId === null) return undefined;
  return { action: 'card.default', customer: owner.id, card: cardId };
}

const readers: Readonly<Record<string, typeof changeOfCard>> = {
  'payment_method.attached': changeOfCard,
  'payment_method.detached': changeOfCard,
  'customer.updated': changeOfDefault,
};

/** @returns a function that enqueues the check of the event's card; undefined for other events */
export function cardCheckFor(db: Db, event: ReportedEvent, now: Date): (() => Promise<unknown>) | undefined {
  const read = readers[event.type]?.(event);
  if (!read) return undefined;
  const change: ReportedChange = { ...read, reportedAt: now.getTime() };
  return () =>
    enqueueOnce(db, {
      practiceId: NO_PRACTICE,
      kind: PROVIDER_CARD_CHANGE,
      name: event.id,
      input: change,
      progress: {},
      actor: providerActor,
      now,
      runAt: new Date(now.getTime() + CHECK_AFTER_MS),
    });
}

async function isRecorded(db: Db, { action, customer: customerId, card: cardId }: ReportedChange): Promise<boolean> {
  // A card can become the default again, so an earlier entry about it is not enough.
  if (action === 'card.default') return (await findRecordedDefault(db, customerId)) === cardId;
  return isCardRecorded(db, action, customerId, cardId);
}

async function record(db: Db, stripe: Stripe, change: ReportedChange, { actor, now }: AuditContext): Promise<void> {
  const { action, customer: customerId, card: cardId, reportedAt } = change;
  await settleAllOfCustomer(db, stripe, customerId, now);
  if (await isRecorded(db, change)) return;
  if (!(await readFromStripe(() => isAppliedAtProvider(stripe, change.action, customerId, cardId)))) return;
  const after = change.after ?? cardEntry(await readFromStripe(() => stripe.paymentMethods.retrieve(cardId)));
  const practiceIds = await listPracticesOfCustomer(db, customerId);
  const entry = { actor, at: new Date(reportedAt), action, entity: 'customer', entityId: customerId, after };
  await recordAudits(
    db,
    practiceIds.map((practiceId) => ({ ...entry, practiceId })),
  );
}

export function providerCardChangeHandler({ stripe }: Payments): JobHandler {
  return async ({ input, actor }, { db, now }) => {
    const change = input as ReportedChange;
    await withLease(db, customerLease(change.customer), () => record(db, stripe, change, { actor, now: now() }));
  };
}

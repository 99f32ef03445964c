/** Customers of a practice at the payment provider. */
import type Stripe from 'stripe';
import type { Customer, PracticeOwner, ReadingProgress } from 'shared-api/contracts';
import type { AuditContext, ProviderChangeContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import { REQUEST_KEY } from '../subscriptions/mirror/snapshots.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { invalid } from '../../platform/errors/app-error.js';
import { newCustomerScope, withIdempotencyKey } from '../requests/idempotent-request.js';
import { type StoredRequest, storeOutcome } from '../requests/requests-repository.js';
import { findPractice } from '../../access/practice-records/practice-lookups.js';
import type { Payments } from '../stripe/stripe-client.js';
import { writeToStripe } from '../stripe/stripe-errors.js';
import { defaultCardOf, listLiveSubscriptions } from './provider-customer.js';
import { MAX_CUSTOMERS_PER_READ, progressOf } from './customer-problems.js';
import { addCustomer, listCustomerIds, listOwners } from './customers-repository.js';
import { readEachCached } from './cached-reads.js';

/** Metadata key of a customer: the IANA time zone in which the provider's pages and PDFs format dates. */
const TIME_ZONE_KEY = 'practice_time_zone';

function customerView(customer: Stripe.Customer, live: readonly Stripe.Subscription[] = []): Customer {
  return {
    id: customer.id,
    name: customer.name ?? null,
    email: customer.email,
    description: customer.description,
    has_payment_method: defaultCardOf(customer) !== null,
    active_subscriptions: live.map(({ id, status }) => ({ id, status })),
    error: null,
  };
}

const unreadableCustomer = (id: string, error: string): Customer => ({
  id,
  name: null,
  email: null,
  description: null,
  has_payment_method: false,
  active_subscriptions: [],
  error,
});

/** @returns undefined for a deleted customer @throws SDK errors, also for a customer that the provider doesn't know */
async function readCustomer({ stripe }: Payments, id: string): Promise<Customer | undefined> {
  const customer = await stripe.customers.retrieve(id, { expand: ['subscriptions'] });
  return customer.deleted ? undefined : customerView(customer, await listLiveSubscriptions(stripe, customer));
}

/** An unreadable customer has an error. Customers not read yet are missing. */
export async function readCustomers(
  db: Db,
  payments: Payments,
  practiceId: number,
  now: Date,
): Promise<{ customers: Customer[]; owners: PracticeOwner[]; progress?: ReadingProgress }> {
  const [ids, owners] = await Promise.all([listCustomerIds(db, practiceId), listOwners(db, practiceId)]);
  const reading = { kind: 'customer:1', read: (id: string) => readCustomer(payments, id) };
  const { reads, unread } = await readEachCached(db, now, ids, reading, MAX_CUSTOMERS_PER_READ);
  const customers = reads.flatMap((read) =>
    'problem' in read ? [unreadableCustomer(read.customer, read.problem)] : (read.result ?? []),
  );
  return { customers, owners, ...progressOf(ids, unread) };
}

export interface NewCustomer {
  email: string;
  first_name: string;
  last_name: string;
  practiceId: number;
  /** An owner of the practice. */
  userId: string;
}

/** The content of a request to create a customer. */
interface RequestedCustomer {
  email: string;
  name: string;
  userId: string;
}

/** Makes the practice the owner of a created customer. Safe to repeat. */
async function recordCustomer(
  db: Db,
  practiceId: number,
  customer: Stripe.Customer,
  { actor, now }: AuditContext,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const row = { practice_id: practiceId, customer_id: customer.id, source: 'created', added_at: now } as const;
    if (!(await addCustomer(transaction, row))) return;
    await recordAudit(transaction, {
      practiceId: practiceId,
      actor,
      at: now,
      action: 'customer.create',
      entity: 'customer',
      entityId: customer.id,
      after: { email: customer.email, name: customer.name },
    });
  });
}

const MAX_NAMESAKES = 1_000;

/** Determines whether a customer was created, and records it. @throws SDK errors */
export async function settleCustomer(
  db: Db,
  stripe: Stripe,
  { id, practiceId, content, actor, isAbsenceFinal }: StoredRequest,
  now: Date,
): Promise<void> {
  if (!actor) return;
  const { email } = content as RequestedCustomer;
  const namesakes = await stripe.customers.list({ email, limit: 100 }).autoPagingToArray({ limit: MAX_NAMESAKES });
  const customer = namesakes.find(({ metadata }) => metadata[REQUEST_KEY] === id);
  if (customer) {
    await recordCustomer(db, practiceId, customer, { actor, now });
    await storeOutcome(db, id, 'succeeded', customerView(customer));
  } else if (isAbsenceFinal) {
    await storeOutcome(db, id, 'failed', undefined);
  }
}

/**
 * Creates a customer for an owner of the practice.
 *
 * @param key the caller's `Idempotency-Key`
 * @throws AppError `invalid` for a person who isn't an owner of the practice
 */
export async function createCustomer(
  db: Db,
  { stripe }: Payments,
  { email, first_name, last_name, practiceId, userId }: NewCustomer,
  key: string,
  { actor, now, assertStillAllowed }: ProviderChangeContext,
): Promise<Customer> {
  const owners = await listOwners(db, practiceId);
  if (!owners.some(({ user_id }) => user_id === userId)) {
    throw invalid('Choose an owner of this practice.', { user_id: 'Not an owner of this practice' });
  }
  const zone = (await findPractice(db, practiceId))?.time_zone;
  const name = `${first_name} ${last_name}`;
  const content: RequestedCustomer = { email, name, userId };
  const request = {
    practiceId,
    action: 'customer.create',
    actor,
    assertStillAllowed,
    key,
    content,
    scope: newCustomerScope(practiceId),
    isAnsweredByEqual: true,
    settle: (unsettled: StoredRequest) => settleCustomer(db, stripe, unsettled, now),
  };
  return withIdempotencyKey<Customer>(db, request, async ({ id, markSent }) => {
    const metadata = {
      practice_id: String(practiceId),
      user_id: userId,
      ...(zone && { [TIME_ZONE_KEY]: zone }),
      [REQUEST_KEY]: id,
    };
    await markSent();
    const customer = await writeToStripe(() =>
      stripe.customers.create({ email, name, metadata }, { idempotencyKey: `${id}:customer` }),
    );
    await recordCustomer(db, practiceId, customer, { actor, now });
    return { answer: customerView(customer), state: 'succeeded' };
  });
}

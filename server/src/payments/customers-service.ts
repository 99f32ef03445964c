/** Customers of a practice at the payment provider. */
import type Stripe from 'stripe';
import type { Customer, PracticeOwner } from 'shared-api/contracts';
import { subscriptionStatuses } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { invalid } from '../http/refusal.js';
import type { Payments } from '../stripe/stripe-client.js';
import { atStripe } from '../stripe/stripe-errors.js';
import { addCustomer, listCustomerIds, listOwners } from './customers-repository.js';

/** Subscriptions that are not over. */
const LIVE = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']);

const isStatus = (status: string): status is Customer['active_subscriptions'][number]['status'] =>
  (subscriptionStatuses as readonly string[]).includes(status);

function describe(customer: Stripe.Customer, cards: number): Customer {
  const live = (customer.subscriptions?.data ?? []).filter(({ status }) => LIVE.has(status));
  return {
    id: customer.id,
    name: customer.name ?? null,
    email: customer.email,
    description: customer.description,
    has_payment_method: cards > 0,
    active_subscriptions: live.flatMap(({ id, status }) => (isStatus(status) ? [{ id, status }] : [])),
  };
}

/** A customer with its subscriptions; undefined for one that was deleted. */
async function read({ stripe }: Payments, id: string): Promise<Customer | undefined> {
  const [customer, cards] = await Promise.all([
    stripe.customers.retrieve(id, { expand: ['subscriptions'] }),
    stripe.customers.listPaymentMethods(id, { limit: 1 }),
  ]);
  return customer.deleted ? undefined : describe(customer, cards.data.length);
}

/** A customer that Stripe does not know any more is none; every other failure is one of the list. */
function unlessGone(error: unknown): undefined {
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) return undefined;
  throw error;
}

export async function readCustomers(
  db: Db,
  payments: Payments,
  practice: number,
): Promise<{ customers: Customer[]; owners: PracticeOwner[] }> {
  const ids = await listCustomerIds(db, practice);
  const customers = await atStripe(() => Promise.all(ids.map((id) => read(payments, id).catch(unlessGone))));
  return {
    customers: customers.filter((customer) => customer !== undefined),
    owners: await listOwners(db, practice),
  };
}

export interface NewCustomer {
  email: string;
  first_name: string;
  last_name: string;
  practice: number;
  /** An owner of the practice. */
  user: string;
}

/**
 * Makes a customer for an owner of the practice.
 *
 * @param key names the one customer to make, however often it is asked for
 * @throws Refusal `invalid` for somebody who is no owner of the practice
 */
export async function makeCustomer(
  db: Db,
  { stripe }: Payments,
  { email, first_name, last_name, practice, user }: NewCustomer,
  key: string | undefined,
  { actor, now }: Doing,
): Promise<Customer> {
  const owners = await listOwners(db, practice);
  if (!owners.some(({ user_id }) => user_id === user)) {
    throw invalid('A customer is made for an owner of the practice.', { user_id: 'Not an owner of this practice' });
  }
  const customer = await atStripe(() =>
    stripe.customers.create(
      {
        email,
        name: `${first_name} ${last_name}`,
        metadata: { practice_id: String(practice), user_id: user },
      },
      key === undefined ? {} : { idempotencyKey: `customer-${practice}-${key}` },
    ),
  );
  await inTransaction(db, async (transaction) => {
    const row = { practice_id: practice, customer_id: customer.id, source: 'created', added_at: now } as const;
    if (!(await addCustomer(transaction, row))) return;
    await recordAudit(transaction, {
      practice,
      actor,
      at: now,
      action: 'customer.create',
      entity: 'customer',
      entityId: customer.id,
      after: { email, name: customer.name },
    });
  });
  return describe(customer, 0);
}

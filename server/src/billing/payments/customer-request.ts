/** Changes of a customer's cards and payments of its invoices: one at a time for each customer, each made once. */
import type Stripe from 'stripe';
import type { ProviderChangeContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import type { IdempotentRequest } from '../requests/idempotent-request.js';
import { type ReachableCustomer, customerLease } from './provider-customer.js';
import { type CustomerAction, settleCustomerRequest } from './settle-customer-request.js';

/** @param key the caller's `Idempotency-Key`, or the derived one */
export function customerRequest<Answer>(
  db: Db,
  stripe: Stripe,
  customer: ReachableCustomer,
  { action, content, key }: { action: CustomerAction; content: object; key: string },
  { actor, now, assertStillAllowed }: ProviderChangeContext,
): IdempotentRequest<Answer> {
  return {
    practiceId: customer.practices[0] ?? 0,
    action,
    actor,
    assertStillAllowed,
    key,
    content: { customer: customer.id, ...content },
    scope: customerLease(customer.id),
    settle: (unsettled) => settleCustomerRequest(db, stripe, unsettled, now),
  };
}

/** Changes of a customer's cards and payments of its invoices: one at a time per customer, each made once. */
import type { IdempotentRequest } from '../requests/idempotent-request.js';
import type { BillingCaller } from '../subscriptions/billing-context.js';
import type { BillingMirror } from '../subscriptions/mirror/refresh.js';
import { type ReachableCustomer, customerLease } from './provider-customer.js';
import { type CustomerAction, settleCustomerRequest } from './settle-customer-request.js';

export function customerRequest<Answer>(
  { db, stripe }: BillingMirror,
  customer: ReachableCustomer,
  { action, content }: { action: CustomerAction; content: object },
  { actor, now, key, assertStillAllowed }: BillingCaller,
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

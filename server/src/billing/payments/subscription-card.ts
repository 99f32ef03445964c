/** Charges one subscription to one of its customer's cards from now on. */
import { AppError } from '../../platform/errors/app-error.js';
import type { BillingCaller } from '../subscriptions/billing-context.js';
import type { BillingMirror } from '../subscriptions/mirror/refresh.js';
import { withIdempotencyKey } from '../requests/idempotent-request.js';
import { subscriptionLease } from '../requests/lease.js';
import { readFromStripe } from '../stripe/stripe-errors.js';
import { chargeToCard } from './charge-to-card.js';
import { customerRequest } from './customer-request.js';
import {
  type ReachableCustomer,
  assertOwnCard,
  customerLease,
  defaultCardOf,
  readCustomer,
} from './provider-customer.js';

/**
 * The card must stay the customer's during the change, so the customer's lease is also held.
 *
 * @throws AppError `not_found` for a card or subscription of another customer; `not_a_card`; `being_confirmed`; errors of
 *   `chargeToCard`
 */
export async function setSubscriptionCard(
  mirror: BillingMirror,
  customer: ReachableCustomer,
  { subscriptionId, cardId }: { subscriptionId: string; cardId: string },
  caller: BillingCaller,
): Promise<void> {
  const { db, stripe } = mirror;
  const content = { subscription: subscriptionId, card: cardId };
  const request = {
    ...customerRequest<{ card: string }>(mirror, customer, { action: 'subscription.card', content }, caller),
    scope: subscriptionLease(subscriptionId),
    lease: customerLease(customer.id),
  };
  await withIdempotencyKey(db, request, async (attempt) => {
    const [method, owner] = await readFromStripe(() =>
      Promise.all([assertOwnCard(stripe, customer.id, cardId), readCustomer(stripe, customer.id)]),
    );
    if (!method.card) throw new AppError(422, 'not_a_card', 'Only cards can be chosen here. Choose a card.');
    const isDefault = defaultCardOf(owner) === method.id;
    await attempt.record({ content: { customer: customer.id, ...content, isDefault } });
    await chargeToCard(mirror, customer, subscriptionId, { method, isDefault, attempt }, caller);
    return { answer: { card: cardId }, state: 'succeeded' };
  });
}

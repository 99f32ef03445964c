/** Charges one subscription to a card of its customer from now on. */
import type { ProviderChangeContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError } from '../../platform/errors/app-error.js';
import { withIdempotencyKey } from '../requests/idempotent-request.js';
import { subscriptionLease } from '../requests/lease.js';
import type { Payments } from '../stripe/stripe-client.js';
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
 * The card must stay the customer's meanwhile, so the customer's lease is held, too.
 *
 * @throws AppError `not_found` for a card or subscription of another customer; `not_a_card`; `being_confirmed`; errors of
 *   `chargeToCard`
 */
export async function setSubscriptionCard(
  db: Db,
  { stripe }: Pick<Payments, 'stripe'>,
  customer: ReachableCustomer,
  { subscriptionId, cardId }: { subscriptionId: string; cardId: string },
  key: string,
  caller: ProviderChangeContext,
): Promise<void> {
  const content = { subscription: subscriptionId, card: cardId };
  const request = {
    ...customerRequest<{ card: string }>(db, stripe, customer, { action: 'subscription.card', content, key }, caller),
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
    await chargeToCard({ db, stripe }, customer, subscriptionId, { method, isDefault, attempt }, caller);
    return { answer: { card: cardId }, state: 'succeeded' };
  });
}

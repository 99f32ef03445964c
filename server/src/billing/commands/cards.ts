/** Cards that pay for what is bought. */
import type Stripe from 'stripe';
import type { Db } from '../../database/tables.js';
import { Refusal, invalid, notFound } from '../../http/refusal.js';
import { listCustomerIds } from '../../payments/customers-repository.js';
import { writeToStripe } from '../../stripe/stripe-errors.js';
import { idOf } from '../mirror/snapshots.js';

/** @throws Refusal `not_found` for a customer that is not the practice's (server rule 8) */
export async function assertOwnCustomer(db: Db, practiceId: number, customer: string): Promise<void> {
  const own = await listCustomerIds(db, practiceId);
  if (!own.includes(customer)) throw notFound('This practice has no such customer.');
}

/** @throws Refusal `invalid` for a card of another customer, or for what is not a card */
export async function assertOwnCard(stripe: Stripe, customer: string, card: string): Promise<void> {
  const refusal = invalid('This customer has no such card. Choose another card.', {
    payment_method_id: 'Choose one of this customer’s cards',
  });
  const method = await stripe.paymentMethods.retrieve(card).catch((error: unknown) => {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) throw refusal;
    throw error;
  });
  if (idOf(method.customer) !== customer || !method.card) throw refusal;
}

/**
 * The card that a new subscription is charged to: the named one, the customer's default one, or else the newest.
 *
 * @returns the card's id where the subscription has to name it, since it is not the customer's default
 * @throws Refusal `payment_method_required`, `invalid` for a card of another customer
 */
export async function cardForStart(
  stripe: Stripe,
  customer: string,
  requested: string | undefined,
): Promise<string | undefined> {
  return writeToStripe(async () => {
    const owner = await stripe.customers.retrieve(customer);
    if (owner.deleted) throw notFound('This practice has no such customer.');
    const defaultCard = idOf(owner.invoice_settings.default_payment_method);
    if (requested !== undefined) {
      await assertOwnCard(stripe, customer, requested);
      return requested === defaultCard ? undefined : requested;
    }
    if (defaultCard !== null) return undefined;
    const [newest] = (await stripe.customers.listPaymentMethods(customer, { limit: 1 })).data;
    if (!newest) throw new Refusal(422, 'payment_method_required', 'A payment method is required');
    return newest.id;
  });
}

/**
 * Makes a card the one that pays a subscription. A pending change can't name one itself:
 * https://docs.stripe.com/billing/subscriptions/pending-updates-reference
 *
 * @returns how to undo it, where the payment fails
 */
export async function useCard(
  stripe: Stripe,
  subscription: string,
  customer: string,
  requested: string | undefined,
): Promise<() => Promise<void>> {
  if (requested === undefined) return () => Promise.resolve();
  await assertOwnCard(stripe, customer, requested);
  const before = idOf((await stripe.subscriptions.retrieve(subscription)).default_payment_method);
  if (before === requested) return () => Promise.resolve();
  await stripe.subscriptions.update(subscription, { default_payment_method: requested });
  return async () => {
    await stripe.subscriptions.update(subscription, { default_payment_method: before ?? '' });
  };
}

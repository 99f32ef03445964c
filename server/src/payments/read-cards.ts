/** The cards of a customer, with what is charged to them. */
import type Stripe from 'stripe';
import type { PaymentMethod } from 'shared-api/contracts';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import type { Payments } from '../stripe/stripe-client.js';
import { readFromStripe } from '../stripe/stripe-errors.js';
import { cardView } from './added-card.js';
import { type CustomerSubscription, listLiveSubscriptions } from './customer-subscriptions.js';
import { defaultCardOf, readCustomer } from './provider-customer.js';
import { type ScheduledCards, listScheduledCards } from './scheduled-cards.js';

/** The default card first, then the newest ones. @throws errors of the SDK */
export async function listCards(stripe: Stripe, owner: Stripe.Customer, now: Date): Promise<PaymentMethod[]> {
  const listed = await stripe.customers.listPaymentMethods(owner.id, { limit: 100 });
  return listed.data
    .flatMap((method) => cardView(method, defaultCardOf(owner), now))
    .sort((one, other) => Number(other.is_default) - Number(one.is_default) || other.created - one.created);
}

/** Cards with the subscriptions that have them as their own, now or from a scheduled phase on. */
function withSubscriptions(
  cards: readonly PaymentMethod[],
  subscriptions: readonly CustomerSubscription[],
  scheduled: readonly ScheduledCards[],
): PaymentMethod[] {
  const nameOf = new Map(subscriptions.map(({ id, name }) => [id, name]));
  return cards.map((method) => {
    const now = subscriptions.filter(({ card }) => card?.id === method.id && card.is_own === true);
    const later = scheduled.filter(({ cards: named }) => named.has(method.id));
    const names = new Map([...later, ...now].map(({ id, name }) => [id, nameOf.get(id) ?? name]));
    return { ...method, charged_for: [...names].map(([id, name]) => ({ subscription_id: id, name })) };
  });
}

export async function readCards(db: Db, { stripe }: Payments, customerId: string, now: Date): Promise<PaymentMethod[]> {
  const prices = await readCataloguePrices(db);
  const [cards, subscriptions, scheduled] = await Promise.all([
    readFromStripe(async () => listCards(stripe, await readCustomer(stripe, customerId), now)),
    listLiveSubscriptions(db, customerId),
    readFromStripe(() => listScheduledCards(stripe, customerId, prices)),
  ]);
  return withSubscriptions(cards, subscriptions, scheduled);
}

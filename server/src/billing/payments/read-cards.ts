/** A customer's cards, with what is charged to them. */
import type Stripe from 'stripe';
import type { AnswerOf, listPaymentMethods, PaymentMethod } from 'shared-api/contracts';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../../platform/database/tables.js';
import type { Payments } from '../stripe/stripe-client.js';
import { readFromStripe } from '../stripe/stripe-errors.js';
import { cardView } from './added-card.js';
import { isDebit, methodOf } from './charged-method.js';
import { type CustomerSubscription, listLiveSubscriptions } from './customer-subscriptions.js';
import { defaultCardOf, readCustomer } from './provider-customer.js';
import { type ScheduledCards, listScheduledCards } from './scheduled-cards.js';

const MAX_METHODS = 1_000;

export const listMethods = (stripe: Stripe, customerId: string): Promise<Stripe.PaymentMethod[]> =>
  stripe.customers.listPaymentMethods(customerId, { limit: 100 }).autoPagingToArray({ limit: MAX_METHODS });

/** The default card first, then the newest ones. */
function cardsOf(methods: readonly Stripe.PaymentMethod[], owner: Stripe.Customer, now: Date): PaymentMethod[] {
  return methods
    .flatMap((method) => cardView(method, defaultCardOf(owner), now))
    .sort((one, other) => Number(other.is_default) - Number(one.is_default) || other.created - one.created);
}

/** The default card first, then the newest ones. @throws errors of the SDK */
export async function listCards(stripe: Stripe, owner: Stripe.Customer, now: Date): Promise<PaymentMethod[]> {
  return cardsOf(await listMethods(stripe, owner.id), owner, now);
}

/** Cards with the subscriptions that use them directly, now or from a scheduled phase. */
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

type Methods = AnswerOf<typeof listPaymentMethods>;

export async function readMethods(db: Db, { stripe }: Payments, customerId: string, now: Date): Promise<Methods> {
  const prices = await readCataloguePrices(db);
  const [[owner, methods], subscriptions, scheduled] = await Promise.all([
    readFromStripe(() => Promise.all([readCustomer(stripe, customerId), listMethods(stripe, customerId)])),
    listLiveSubscriptions(db, customerId),
    readFromStripe(() => listScheduledCards(stripe, customerId, prices)),
  ]);
  const others = methods.filter(({ card }) => !card);
  return {
    payment_methods: withSubscriptions(cardsOf(methods, owner, now), subscriptions, scheduled),
    other_methods: others.map((method) => {
      const { id, name } = methodOf(method);
      return { id, name, is_default: id === defaultCardOf(owner), is_debit: isDebit(method) };
    }),
  };
}

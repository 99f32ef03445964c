/** Removes a card that nothing is charged to. */
import type Stripe from 'stripe';
import type { BillingCaller } from '../subscriptions/billing-context.js';
import type { BillingMirror } from '../subscriptions/mirror/refresh.js';
import { refreshPayersQuietly } from '../subscriptions/mirror/refresh-payers.js';
import { idOf } from '../subscriptions/mirror/snapshots.js';
import { isLive } from '../stripe/statuses.js';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError, invalid } from '../../platform/errors/app-error.js';
import { withIdempotencyKey } from '../requests/idempotent-request.js';
import { aboutCustomer } from '../stripe/stripe-client.js';
import { readFromStripe, writeToStripe } from '../stripe/stripe-errors.js';
import { type CardEntry, cardEntry, recordCardChange } from './card-changes.js';
import { customerRequest } from './customer-request.js';
import { readSubscriptionNames } from './customer-subscriptions.js';
import { setDefault } from './default-card.js';
import { type ReachableCustomer, assertOwnCard, defaultCardOf, readCustomer } from './provider-customer.js';
import { listMethods } from './read-cards.js';
import type { RemovedCard } from './removed-card.js';
import { listScheduledCards } from './scheduled-cards.js';

const MAX_SUBSCRIPTIONS = 5_000;

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const nameList = new Intl.ListFormat('en-US', { type: 'conjunction' });

export interface CardToRemove {
  cardId: string;
  /**
   * The card that becomes the default when the default is removed. If undefined, the newest card, or the newest other
   * method if there is no card.
   */
  newDefault: string | undefined;
}

/**
 * Subscriptions that follow the default don't need the card once a person has named the next default.
 *
 * @throws AppError `card_in_use`, naming everything that is or will be charged to the card
 */
async function assertUnused(
  db: Db,
  stripe: Stripe,
  owner: Stripe.Customer,
  { cardId, newDefault }: CardToRemove,
  isCard: boolean,
): Promise<void> {
  const prices = await readCataloguePrices(db);
  const [subscriptions, scheduled] = await Promise.all([
    stripe.subscriptions.list({ customer: owner.id, limit: 100 }).autoPagingToArray({ limit: MAX_SUBSCRIPTIONS }),
    listScheduledCards(stripe, owner.id, prices),
  ]);
  const live = subscriptions.filter(({ status }) => isLive(status));
  const nextDefault = newDefault ?? defaultCardOf(owner);
  const methodAfterRemoval = (one: Stripe.Subscription): string | null =>
    idOf(one.default_payment_method) ?? idOf(one.default_source) ?? nextDefault;
  const dependent = live.filter((one) => methodAfterRemoval(one) === cardId);
  const futureCharges = scheduled.filter(
    ({ id, cards }) => cards.has(cardId) && dependent.every((one) => one.id !== id),
  );
  const count = dependent.length + futureCharges.length;
  if (count === 0) return;
  const nameOf = await readSubscriptionNames(stripe, live, prices);
  const names = new Set(
    [...dependent, ...futureCharges].map(
      ({ id }) => nameOf.get(id) ?? futureCharges.find((one) => one.id === id)?.name ?? '',
    ),
  );
  const verb = dependent.length === 0 ? 'will be' : count === 1 ? 'is' : 'are';
  const usageSentence = `${capitalized(nameList.format(names))} ${verb} charged to this ${isCard ? 'card' : 'payment method'}.`;
  const another = isCard ? 'another card' : 'another one';
  // Changing the default doesn't affect subscriptions that use this card directly.
  const remedy =
    scheduled.some(({ cards }) => cards.has(cardId)) ||
    dependent.some((one) => idOf(one.default_payment_method) === cardId)
      ? `Charge ${count === 1 ? 'it' : 'them'} to ${another} first.`
      : `Make ${another} the default first.`;
  throw new AppError(409, 'card_in_use', `${usageSentence} ${remedy}`);
}

const cardText = ({ brand, last4, method_name: name }: CardEntry): string =>
  name ?? (last4 === undefined ? 'Another card' : `${capitalized(brand ?? 'Card')} ending in ${last4}`);

/** The newest card, or the newest method of another type. @throws AppError `not_found` for a card of another customer */
async function findNextDefault(
  stripe: Stripe,
  owner: Stripe.Customer,
  { cardId, newDefault }: CardToRemove,
): Promise<CardEntry | null> {
  if (defaultCardOf(owner) !== cardId) return null;
  if (newDefault !== undefined) return cardEntry(await assertOwnCard(stripe, owner.id, newDefault));
  const others = (await listMethods(stripe, owner.id)).filter(({ id }) => id !== cardId);
  const rankOf = ({ card }: Stripe.PaymentMethod): number => (card ? 0 : 1);
  const [next] = others.sort((one, other) => rankOf(one) - rankOf(other) || other.created - one.created);
  return next ? cardEntry(next) : null;
}

/**
 * Removes a card. When the default is removed, another method becomes the default first, so that there always is one. It
 * stays the default when the removal is refused.
 *
 * @throws AppError `card_in_use`; `not_found` for a card of another customer; `being_confirmed`
 */
export function removeCard(
  mirror: BillingMirror,
  customer: ReachableCustomer,
  { cardId, newDefault }: CardToRemove,
  caller: BillingCaller,
): Promise<RemovedCard> {
  const { db, stripe } = mirror;
  const content = { cardId, newDefault: newDefault ?? null };
  const request = customerRequest<RemovedCard>(mirror, customer, { action: 'card.remove', content }, caller);
  if (newDefault === cardId) {
    const other = 'Choose a card other than the one you’re removing.';
    return Promise.reject(invalid(other, { new_default_payment_method_id: 'Choose another card' }));
  }
  let newDefaultCard: CardEntry | undefined;
  const partialFailure = (): AppError | undefined =>
    newDefaultCard &&
    new AppError(
      502,
      'provider_failed',
      `${cardText(newDefaultCard)} is the default now, but the other payment method couldn’t be removed. Try again in a minute.`,
    );
  return withIdempotencyKey(db, { ...request, partialFailure }, async (attempt) => {
    const [method, owner] = await readFromStripe(() =>
      Promise.all([
        assertOwnCard(stripe, customer.id, cardId),
        readCustomer(stripe, customer.id),
        newDefault === undefined ? undefined : assertOwnCard(stripe, customer.id, newDefault),
      ]),
    );
    const next = await readFromStripe(async () => {
      await assertUnused(db, stripe, owner, { cardId, newDefault }, method.card !== undefined);
      return findNextDefault(stripe, owner, { cardId, newDefault });
    });
    const card = cardEntry(method);
    const customerWithName = { ...customer, name: owner.name };
    await attempt.markSent({ content: { customer: customer.id, ...content, card, next } });
    if (next) {
      await writeToStripe(() => setDefault(stripe, customer.id, next.payment_method));
      const change = { action: 'card.default', card: next, details: { former: card } } as const;
      await recordCardChange(db, customerWithName, change, attempt.id, caller);
      await refreshPayersQuietly(mirror, customer.id);
      newDefaultCard = next;
    }
    await writeToStripe(() => aboutCustomer(customer.id, () => stripe.paymentMethods.detach(method.id)));
    const details = next ? { new_default: next.payment_method } : {};
    await recordCardChange(db, customerWithName, { action: 'card.remove', card, details }, attempt.id, caller);
    return { answer: { new_default: next?.payment_method ?? null }, state: 'succeeded' };
  });
}

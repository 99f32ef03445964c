/**
 * Cards of a customer. Card data never reaches this server: the browser sends it to the provider, which returns ids.
 */
import type Stripe from 'stripe';
import type { PaymentMethod, UnmovedSubscription } from 'shared-api/contracts';
import type { AuditContext } from '../audit/actor.js';
import { isCardRecorded } from './audit-entries-repository.js';
import { idOf } from '../billing/mirror/snapshots.js';
import { isLive } from '../billing/statuses.js';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import { AppError } from '../http/app-error.js';
import { withIdempotencyKey } from '../idempotency/idempotent-request.js';
import { withLease } from '../idempotency/lease.js';
import type { StoredRequest } from '../idempotency/requests-repository.js';
import type { Payments } from '../stripe/stripe-client.js';
import { readFromStripe, writeToStripe } from '../stripe/stripe-errors.js';
import { type AddedCard, type ConfirmedCard, cardView, readAddedCard } from './added-card.js';
import { makeCardChange, recoverCardChanges } from './card-changes.js';
import { chargeInvoices, listOpenInvoices } from './charge-invoices.js';
import { assertOwnSubscriptions, moveSubscriptions } from './charge-to-card.js';
import { type CustomerSubscription, listLiveSubscriptions, nameOfSubscription } from './customer-subscriptions.js';
import {
  type ReachableCustomer,
  assertOwnCard,
  customerLease,
  defaultCardOf,
  readCustomer,
} from './provider-customer.js';
import { type ScheduledCards, listScheduledCards } from './scheduled-cards.js';
import { settleCustomerRequest } from './settle-customer-request.js';

const MAX_SUBSCRIPTIONS = 5_000;

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

async function setDefault(stripe: Stripe, customerId: string, cardId: string): Promise<void> {
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: cardId } });
}

/**
 * Makes a card the default. Setting the current default card again leaves no audit entry.
 *
 * @param move subscriptions with a card of their own that follow the default card from now on
 * @returns subscriptions that could not be moved
 * @throws AppError `not_found` for a card or subscription of another customer
 */
export function setDefaultCard(
  db: Db,
  { stripe }: Payments,
  customer: ReachableCustomer,
  cardId: string,
  audit: AuditContext,
  move: readonly string[] = [],
): Promise<UnmovedSubscription[]> {
  return withLease(db, customerLease(customer.id), async () => {
    await recoverCardChanges(db, stripe, customer.id);
    const [method, owner] = await readFromStripe(() =>
      Promise.all([
        assertOwnCard(stripe, customer.id, cardId),
        readCustomer(stripe, customer.id),
        assertOwnSubscriptions(stripe, customer.id, move),
      ]),
    );
    if (defaultCardOf(owner) !== method.id) {
      const change = { action: 'card.default', method } as const;
      await makeCardChange(db, customer, change, audit, () => setDefault(stripe, customer.id, method.id));
    }
    return moveSubscriptions(db, stripe, customer, [...new Set(move)], { method, isDefault: true }, audit);
  });
}

const nameList = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** @throws AppError `card_in_use`, naming everything that is or will be charged to the card */
async function assertUnused(db: Db, stripe: Stripe, owner: Stripe.Customer, cardId: string): Promise<void> {
  const prices = await readCataloguePrices(db);
  const [subscriptions, scheduled] = await Promise.all([
    stripe.subscriptions.list({ customer: owner.id, limit: 100 }).autoPagingToArray({ limit: MAX_SUBSCRIPTIONS }),
    listScheduledCards(stripe, owner.id, prices),
  ]);
  const live = subscriptions.filter(({ status }) => isLive(status));
  const dependent = live.filter((one) => (idOf(one.default_payment_method) ?? defaultCardOf(owner)) === cardId);
  const later = scheduled.filter(({ id, cards }) => cards.has(cardId) && dependent.every((one) => one.id !== id));
  const count = dependent.length + later.length;
  if (count === 0) return;
  const nameOf = new Map(live.map((one) => [one.id, nameOfSubscription(one, prices)]));
  const names = new Set(
    [...dependent, ...later].map(({ id }) => nameOf.get(id) ?? later.find((one) => one.id === id)?.name ?? ''),
  );
  const will = dependent.length === 0 ? 'will be' : count === 1 ? 'is' : 'are';
  const charged = `${nameList.format(names)} ${will} charged to this card.`;
  // Another default card doesn't reach what has this card as its own.
  const remedy =
    scheduled.some(({ cards }) => cards.has(cardId)) ||
    dependent.some((one) => idOf(one.default_payment_method) === cardId)
      ? `Charge ${count === 1 ? 'it' : 'them'} to another card first.`
      : 'Make another card the default first.';
  throw new AppError(409, 'card_in_use', `${charged} ${remedy}`);
}

/**
 * Removes a card. When the default card is removed, the newest remaining card becomes the default.
 *
 * @throws AppError `card_in_use`; `not_found` for a card of another customer
 */
export function removeCard(
  db: Db,
  { stripe }: Payments,
  customer: ReachableCustomer,
  cardId: string,
  audit: AuditContext,
): Promise<void> {
  return withLease(db, customerLease(customer.id), async () => {
    await recoverCardChanges(db, stripe, customer.id);
    const [method, owner] = await readFromStripe(() =>
      Promise.all([assertOwnCard(stripe, customer.id, cardId), readCustomer(stripe, customer.id)]),
    );
    const cards = await readFromStripe(async () => {
      await assertUnused(db, stripe, owner, method.id);
      return listCards(stripe, owner, audit.now);
    });
    const remainingCards = cards.filter(({ id }) => id !== method.id);
    const [newest] = remainingCards.sort((one, other) => other.created - one.created);
    const nextDefault = remainingCards.some(({ is_default: isDefault }) => isDefault) ? undefined : newest?.id;
    // The new default is set before the removal, so that there always is a default. It is a separate change: it stays
    // when the removal is rejected.
    if (nextDefault !== undefined) {
      const next = await readFromStripe(() => stripe.paymentMethods.retrieve(nextDefault));
      const change = { action: 'card.default', method: next } as const;
      await makeCardChange(db, customer, change, audit, () => setDefault(stripe, customer.id, nextDefault));
    }
    const details = nextDefault === undefined ? {} : { new_default: nextDefault };
    await makeCardChange(db, customer, { action: 'card.remove', method, details }, audit, async () => {
      await stripe.paymentMethods.detach(method.id);
    });
  });
}

export async function startCardSetup({ stripe }: Payments, customerId: string): Promise<string> {
  const intent = await writeToStripe(() => stripe.setupIntents.create({ customer: customerId, usage: 'off_session' }));
  if (intent.client_secret === null) {
    throw new AppError(502, 'provider_unavailable', 'The card form can’t be opened. Try again in a minute.');
  }
  return intent.client_secret;
}

/**
 * Confirms a card that was added in the browser. A customer's first card becomes the default immediately.
 *
 * @param key the caller's `Idempotency-Key`
 * @throws AppError `not_found` for the setup intent of another customer; `card_not_saved` for an unfinished one;
 *   `not_a_card`; `idempotency_key_reused`
 */
export function confirmAddedCard(
  db: Db,
  { stripe }: Payments,
  customer: ReachableCustomer,
  added: AddedCard,
  key: string,
  audit: AuditContext,
): Promise<ConfirmedCard> {
  const { actor, now } = audit;
  const request = {
    practiceId: customer.practices[0] ?? 0,
    action: 'card.add',
    actor,
    key,
    content: { customer: customer.id, ...added },
    scope: customerLease(customer.id),
    settle: (unsettled: StoredRequest) => settleCustomerRequest(db, stripe, unsettled, now),
  };
  return withIdempotencyKey<ConfirmedCard>(db, request, async (attempt) => {
    await recoverCardChanges(db, stripe, customer.id);
    const [method, owner] = await readFromStripe(() =>
      Promise.all([readAddedCard(stripe, customer.id, added.setupIntentId), readCustomer(stripe, customer.id)]),
    );
    const makeDefault = added.makeDefault || defaultCardOf(owner) === null;
    const save = async (): Promise<void> => {
      if (makeDefault) await setDefault(stripe, customer.id, method.id);
    };
    const details = makeDefault ? { is_default: true } : {};
    const isRecorded = await isCardRecorded(db, 'card.add', customer.id, method.id);
    await attempt.markSent();
    if (isRecorded) await writeToStripe(save);
    else await makeCardChange(db, customer, { action: 'card.add', method, details }, audit, save);
    const open = added.retryOpenInvoices ? await readFromStripe(() => listOpenInvoices(stripe, customer.id)) : [];
    const retried = await chargeInvoices(db, stripe, customer, { invoices: open, card: method.id }, attempt, audit);
    const [card] = cardView(method, makeDefault ? method.id : defaultCardOf(owner), now);
    if (!card) throw new Error('A card without card data');
    return { answer: { card, retried }, state: 'succeeded' };
  });
}

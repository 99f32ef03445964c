/** Cards of a customer. Their data never comes here: the browser gives it to the provider, and ids come back. */
import type Stripe from 'stripe';
import type { PaymentMethod } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { Refusal, notFound } from '../http/refusal.js';
import type { Payments } from '../stripe/stripe-client.js';
import { atStripe } from '../stripe/stripe-errors.js';
import { openInvoicesOf } from './invoices-service.js';

/** A customer whom the caller may touch, with the practices that the change is recorded for. */
export interface ReachedCustomer {
  id: string;
  practices: readonly number[];
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Subscriptions that charge a card, now or one day. */
const LIVE = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']);

async function liveCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer> {
  const customer = await stripe.customers.retrieve(id);
  if (customer.deleted) throw notFound('There is no such customer.');
  return customer;
}

const defaultOf = (customer: Stripe.Customer): string | null => idOf(customer.invoice_settings.default_payment_method);

function describe(method: Stripe.PaymentMethod, defaultId: string | null): PaymentMethod[] {
  if (!method.card) return [];
  const { brand, last4, exp_month, exp_year } = method.card;
  const card = { brand, last4, exp_month, exp_year };
  return [{ id: method.id, card, is_default: method.id === defaultId, created: method.created }];
}

/** A customer's cards as they are shown: the default one first, then the newest. */
export async function cardsOf(stripe: Stripe, owner: Stripe.Customer): Promise<PaymentMethod[]> {
  const listed = await stripe.customers.listPaymentMethods(owner.id, { limit: 100 });
  return listed.data
    .flatMap((method) => describe(method, defaultOf(owner)))
    .sort((one, other) => Number(other.is_default) - Number(one.is_default) || other.created - one.created);
}

export async function readCards({ stripe }: Payments, customer: string): Promise<PaymentMethod[]> {
  return atStripe(async () => cardsOf(stripe, await liveCustomer(stripe, customer)));
}

/** @throws Refusal `not_found` for a card of another customer */
async function ownCard(stripe: Stripe, customer: string, id: string): Promise<Stripe.PaymentMethod> {
  const method = await stripe.paymentMethods.retrieve(id);
  if (idOf(method.customer) !== customer) throw notFound('This customer has no such card.');
  return method;
}

async function record(
  db: Db,
  { id, practices }: ReachedCustomer,
  action: string,
  method: Stripe.PaymentMethod,
  { actor, now }: Doing,
): Promise<void> {
  const card = { payment_method: method.id, brand: method.card?.brand, last4: method.card?.last4 };
  await inTransaction(db, async (transaction) => {
    for (const practice of practices) {
      await recordAudit(transaction, {
        practice,
        actor,
        at: now,
        action,
        entity: 'customer',
        entityId: id,
        after: card,
      });
    }
  });
}

/** Setting the default that is one already changes nothing and leaves no entry. */
export async function setDefaultCard(
  db: Db,
  { stripe }: Payments,
  customer: ReachedCustomer,
  card: string,
  doing: Doing,
): Promise<void> {
  const method = await atStripe(() => ownCard(stripe, customer.id, card));
  const owner = await atStripe(() => liveCustomer(stripe, customer.id));
  if (defaultOf(owner) === method.id) return;
  await atStripe(() =>
    stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } }),
  );
  await record(db, customer, 'card.default', method, doing);
}

/** What a live subscription is called in words. */
function nameOf(subscription: Stripe.Subscription): string {
  const [item] = subscription.items.data;
  return item?.price.nickname ?? subscription.description ?? subscription.id;
}

/**
 * @throws Refusal `card_in_use`, naming the subscription that is charged to it; `not_found` for a card of another customer
 */
export async function removeCard(
  db: Db,
  { stripe }: Payments,
  customer: ReachedCustomer,
  card: string,
  doing: Doing,
): Promise<void> {
  const method = await atStripe(async () => {
    const found = await ownCard(stripe, customer.id, card);
    const owner = await liveCustomer(stripe, customer.id);
    const subscriptions = await stripe.subscriptions.list({ customer: customer.id, status: 'all', limit: 100 });
    const dependent = subscriptions.data
      .filter(({ status }) => LIVE.has(status))
      .find((one) => (idOf(one.default_payment_method) ?? defaultOf(owner)) === found.id);
    if (dependent) {
      throw new Refusal(
        409,
        'card_in_use',
        `The subscription ${nameOf(dependent)} is charged to this card. Make another card the default first.`,
      );
    }
    await stripe.paymentMethods.detach(found.id);
    return found;
  });
  await record(db, customer, 'card.remove', method, doing);
}

export async function startCardSetup({ stripe }: Payments, customer: string): Promise<string> {
  const intent = await atStripe(() => stripe.setupIntents.create({ customer, usage: 'off_session' }));
  if (intent.client_secret === null) throw new Refusal(502, 'provider_unavailable', 'The card form cannot be opened.');
  return intent.client_secret;
}

export interface AddedCard {
  setupIntent: string;
  makeDefault: boolean;
  retryOpenInvoices: boolean;
}

export interface Retried {
  invoice_id: string;
  number: string | null;
  paid: boolean;
}

/** Tries each open invoice again; one that is declined again stays open, and the others go on. */
async function payOpenInvoices(stripe: Stripe, customer: string, card: string): Promise<Retried[]> {
  const retried: Retried[] = [];
  for (const invoice of await openInvoicesOf(stripe, customer)) {
    const paid = await stripe.invoices
      .pay(invoice.id, { payment_method: card })
      .then(({ status }) => status === 'paid')
      .catch(() => false);
    retried.push({ invoice_id: invoice.id, number: invoice.number, paid });
  }
  return retried;
}

/**
 * A card was added in the browser. The customer's first card is the default at once.
 *
 * @throws Refusal `not_found` for the set-up of another customer; `card_not_saved` for one that has not come to its end
 */
export async function noteAddedCard(
  db: Db,
  { stripe }: Payments,
  customer: ReachedCustomer,
  { setupIntent, makeDefault, retryOpenInvoices }: AddedCard,
  doing: Doing,
): Promise<{ card: PaymentMethod; retried: Retried[] }> {
  const added = await atStripe(async () => {
    const intent = await stripe.setupIntents.retrieve(setupIntent);
    if (idOf(intent.customer) !== customer.id) throw notFound('This customer has no such card.');
    const id = idOf(intent.payment_method);
    if (intent.status !== 'succeeded' || id === null) {
      throw new Refusal(409, 'card_not_saved', 'The card has not been saved. Add it again.');
    }
    const method = await ownCard(stripe, customer.id, id);
    const owner = await liveCustomer(stripe, customer.id);
    const isDefault = makeDefault || defaultOf(owner) === null;
    if (isDefault) {
      await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: id } });
    }
    const retried = retryOpenInvoices ? await payOpenInvoices(stripe, customer.id, id) : [];
    return { method, retried, defaultId: isDefault ? id : defaultOf(owner) };
  });
  await record(db, customer, 'card.add', added.method, doing);
  const [card] = describe(added.method, added.defaultId);
  if (!card) throw new Refusal(422, 'not_a_card', 'Only cards can be added here.');
  return { card, retried: added.retried };
}

/** Adds a card. Card data never reaches this server: the browser sends it to the provider, which returns ids. */
import type { BillingCaller } from '../subscriptions/billing-context.js';
import type { BillingMirror } from '../subscriptions/mirror/refresh.js';
import { refreshPayersQuietly } from '../subscriptions/mirror/refresh-payers.js';
import { AppError } from '../../platform/errors/app-error.js';
import { withIdempotencyKey } from '../requests/idempotent-request.js';
import type { Payments } from '../stripe/stripe-client.js';
import { readFromStripe, writeToStripe } from '../stripe/stripe-errors.js';
import { type AddedCard, type ConfirmedCard, cardView, readAddedCard, recordAddedCard } from './added-card.js';
import { chargeInvoices, listOpenInvoices } from './charge-invoices.js';
import { customerRequest } from './customer-request.js';
import { setDefault } from './default-card.js';
import { type ReachableCustomer, defaultCardOf, readCustomer } from './provider-customer.js';

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
 * @throws AppError `not_found` for the setup intent of another customer; `card_not_saved` for an unfinished one;
 *   `not_a_card`; `idempotency_key_reused`
 */
export function confirmAddedCard(
  mirror: BillingMirror,
  customer: ReachableCustomer,
  added: AddedCard,
  caller: BillingCaller,
): Promise<ConfirmedCard> {
  const { db, stripe } = mirror;
  const request = customerRequest<ConfirmedCard>(mirror, customer, { action: 'card.add', content: added }, caller);
  return withIdempotencyKey(db, request, async (attempt) => {
    const [method, owner] = await readFromStripe(() =>
      Promise.all([readAddedCard(stripe, customer.id, added.setupIntentId), readCustomer(stripe, customer.id)]),
    );
    const makeDefault = added.makeDefault || defaultCardOf(owner) === null;
    await attempt.markSent();
    if (makeDefault) await writeToStripe(() => setDefault(stripe, customer.id, method.id));
    await recordAddedCard(
      db,
      { ...customer, name: owner.name },
      { method, isDefault: makeDefault, requestId: attempt.id },
      caller,
    );
    if (makeDefault) await refreshPayersQuietly(mirror, customer.id);
    const open = added.retryOpenInvoices
      ? await readFromStripe(() => listOpenInvoices(stripe, customer.id, caller.now))
      : [];
    const retried = await chargeInvoices(mirror, customer, { invoices: open, card: method.id, attempt }, caller);
    const [card] = cardView(method, makeDefault ? method.id : defaultCardOf(owner), caller.now);
    if (!card) throw new Error('A card without card data');
    return { answer: { card, retried }, state: 'succeeded' };
  });
}

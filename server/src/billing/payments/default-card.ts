/** Makes a card the default. */
import type Stripe from 'stripe';
import type { UnmovedSubscription } from 'shared-api/contracts';
import type { BillingCaller } from '../subscriptions/billing-context.js';
import type { BillingMirror } from '../subscriptions/mirror/refresh.js';
import { refreshPayersQuietly } from '../subscriptions/mirror/refresh-payers.js';
import { withIdempotencyKey } from '../requests/idempotent-request.js';
import { readFromStripe, writeToStripe } from '../stripe/stripe-errors.js';
import { cardEntry, formerDefault, recordCardChange } from './card-changes.js';
import { assertOwnSubscriptions, moveSubscriptions } from './charge-to-card.js';
import { customerRequest } from './customer-request.js';
import { type ReachableCustomer, assertOwnCard, defaultCardOf, readCustomer } from './provider-customer.js';

/** @throws SDK errors */
export async function setDefault(stripe: Stripe, customerId: string, cardId: string): Promise<void> {
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: cardId } });
}

export interface NewDefault {
  cardId: string;
  /** Subscriptions with a card of their own that follow the default card from now on. */
  move: readonly string[];
}

/**
 * Makes a card the default. Setting the current default card again leaves no audit entry.
 *
 * @returns subscriptions that couldn't be moved
 * @throws AppError `not_found` for another customer's card or subscription; `being_confirmed`
 */
export function setDefaultCard(
  mirror: BillingMirror,
  customer: ReachableCustomer,
  { cardId, move }: NewDefault,
  caller: BillingCaller,
): Promise<UnmovedSubscription[]> {
  const { db, stripe } = mirror;
  const content = { card: cardId, move: [...new Set(move)] };
  const request = customerRequest<UnmovedSubscription[]>(mirror, customer, { action: 'card.default', content }, caller);
  return withIdempotencyKey(db, request, async (attempt) => {
    const [method, owner] = await readFromStripe(() =>
      Promise.all([
        assertOwnCard(stripe, customer.id, cardId),
        readCustomer(stripe, customer.id),
        assertOwnSubscriptions(stripe, customer.id, move),
      ]),
    );
    const isDefault = defaultCardOf(owner) === method.id;
    const former = isDefault ? undefined : await readFromStripe(() => formerDefault(stripe, owner));
    await attempt.record({ content: { customer: customer.id, ...content, wasDefault: isDefault } });
    if (!isDefault) {
      await attempt.markSent();
      await writeToStripe(() => setDefault(stripe, customer.id, method.id));
    }
    // An earlier attempt may have set it.
    if (!isDefault || attempt.isResent) {
      const details = former && { former };
      const change = { action: 'card.default', card: cardEntry(method), ...(details && { details }) } as const;
      await recordCardChange(db, { ...customer, name: owner.name }, change, attempt.id, caller);
    }
    await refreshPayersQuietly(mirror, customer.id);
    const renewals = { method, isDefault: true, attempt };
    const answer = await moveSubscriptions(mirror, customer, content.move, renewals, caller);
    return { answer, state: 'succeeded' };
  });
}

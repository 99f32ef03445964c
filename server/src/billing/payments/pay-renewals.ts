/** Charges the subscriptions of paid invoices to the card that paid them, if the person requested it. */
import type Stripe from 'stripe';
import type { UnmovedSubscription } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { BillingMirror } from '../subscriptions/mirror/refresh.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import type { Attempt } from '../requests/idempotent-request.js';
import { readFromStripe } from '../stripe/stripe-errors.js';
import { subscriptionOf } from './charge-invoices.js';
import { moveSubscriptions, unmovedSubscriptions } from './charge-to-card.js';
import { type ReachableCustomer, assertOwnCard, defaultCardOf, readCustomer } from './provider-customer.js';

export interface PaidRenewals {
  invoices: readonly Stripe.Invoice[];
  /** Empty if the customer has none. */
  card: string;
  attempt: Attempt;
}

/**
 * Call it with the customer's lease. Safe to repeat.
 *
 * @returns the subscriptions that keep their former card, with the reasons
 * @throws AppError while the provider isn't responding
 */
export async function payRenewalsWith(
  mirror: BillingMirror,
  customer: ReachableCustomer,
  { invoices, card, attempt }: PaidRenewals,
  audit: AuditContext,
): Promise<UnmovedSubscription[]> {
  const { db, stripe } = mirror;
  const ids = [...new Set(invoices.flatMap((invoice) => subscriptionOf(invoice) ?? []))];
  if (ids.length === 0) return [];
  try {
    if (card === '') throw notFound('No card is saved for this customer anymore. Add one.');
    const [method, owner] = await readFromStripe(() =>
      Promise.all([assertOwnCard(stripe, customer.id, card), readCustomer(stripe, customer.id)]),
    );
    const renewals = { method, isDefault: card === defaultCardOf(owner), attempt };
    return await moveSubscriptions(mirror, customer, ids, renewals, audit);
  } catch (error) {
    // The card has been removed since. The invoices are paid anyway.
    if (!(error instanceof AppError) || error.statusCode !== 404) throw error;
    return unmovedSubscriptions(db, customer.id, ids, error.message);
  }
}

/** The payment provider's customer in a practice's settings. */
import Stripe from 'stripe';
import { type BillingCustomer, customerUnchecked } from 'shared-api/contracts';
import { listLiveSubscriptions } from '../../billing/payments/provider-customer.js';
import { AppError, invalid, notFound } from '../../platform/errors/app-error.js';
import type { Payments } from '../../billing/stripe/stripe-client.js';
import { readFromStripe } from '../../billing/stripe/stripe-errors.js';

const UNKNOWN = 'Stripe has no customer with this id. Check the id, or leave the field empty.';
const UNCHECKED = 'Stripe isn’t responding, so this id can’t be checked. Try again in a minute.';

/** @returns undefined for an unknown or deleted customer @throws AppError `provider_unavailable` */
async function findCustomer({ stripe }: Payments, id: string): Promise<BillingCustomer | undefined> {
  try {
    const customer = await readFromStripe(() => stripe.customers.retrieve(id, { expand: ['subscriptions'] }));
    if (customer.deleted) return undefined;
    return {
      id: customer.id,
      name: customer.name ?? null,
      email: customer.email,
      active_subscriptions: (await listLiveSubscriptions(stripe, customer)).length,
    };
  } catch (error) {
    // The provider rejects an id that no customer can have as an invalid request.
    const { cause } = error as { cause?: unknown };
    if (cause instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
    throw error;
  }
}

/** @throws AppError `not_found` for an unknown customer, `provider_unavailable` */
export async function readBillingCustomer(payments: Payments, id: string): Promise<BillingCustomer> {
  const customer = await findCustomer(payments, id);
  if (!customer) throw notFound(UNKNOWN);
  return customer;
}

/** @throws AppError `invalid` for an unknown customer, `customer_unchecked` while the provider doesn't respond */
export async function assertCustomer(payments: Payments, id: string): Promise<void> {
  const customer = await findCustomer(payments, id).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(503, customerUnchecked, UNCHECKED, { fields: { stripe_customer_id: UNCHECKED } });
  });
  if (!customer) throw invalid(`Billing customer id: ${UNKNOWN}`, { stripe_customer_id: UNKNOWN });
}

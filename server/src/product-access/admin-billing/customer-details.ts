/** Details and cards of customers at the payment provider. An unreadable customer doesn't affect the others. */
import type Stripe from 'stripe';
import type { PaymentMethod } from 'shared-api/contracts';
import { isMissing } from '../../billing/subscriptions/mirror/fetch-snapshots.js';
import { listCards } from '../../billing/payments/read-cards.js';
import { defaultCardOf } from '../../billing/payments/provider-customer.js';

export interface CustomerDetails {
  id: string;
  name: string | null;
  email: string | null;
  description: string | null;
  /** The card charged for subscriptions without their own. */
  defaultCard: string | null;
  cards: readonly PaymentMethod[];
  /** The error text when the customer couldn't be read. Then only the id is known. */
  error: string | null;
}

export function emptyDetails(id: string, error: string | null = null): CustomerDetails {
  return { id, name: null, email: null, description: null, defaultCard: null, cards: [], error };
}

/** @throws SDK errors */
export async function fetchDetails(stripe: Stripe, customer: Stripe.Customer, now: Date): Promise<CustomerDetails> {
  return {
    id: customer.id,
    name: customer.name ?? null,
    email: customer.email,
    description: customer.description,
    defaultCard: defaultCardOf(customer),
    cards: await listCards(stripe, customer, now),
    error: null,
  };
}

/** Details of a customer. A deleted customer has only its id. @throws SDK errors */
export async function readCustomerDetails(stripe: Stripe, id: string, now: Date): Promise<CustomerDetails> {
  try {
    const customer = await stripe.customers.retrieve(id);
    return customer.deleted ? emptyDetails(id) : await fetchDetails(stripe, customer, now);
  } catch (error) {
    if (isMissing(error)) return emptyDetails(id);
    throw error;
  }
}

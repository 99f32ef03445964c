/** Customers at the payment provider: who they are, and their cards. */
import type Stripe from 'stripe';
import type { AdminCustomer, AdminSubscription, PaymentMethod } from 'shared-api/contracts';
import { isGone } from '../billing/mirror/fetch-snapshots.js';
import { listCards } from '../payments/cards-service.js';
import { idOf } from '../billing/mirror/snapshots.js';

export interface Owner {
  id: string;
  name: string | null;
  email: string | null;
  description: string | null;
  /** The card that pays where a subscription names none. */
  defaultCard: string | null;
  cards: readonly PaymentMethod[];
}

export async function ownerOf(stripe: Stripe, customer: Stripe.Customer, now = new Date()): Promise<Owner> {
  return {
    id: customer.id,
    name: customer.name ?? null,
    email: customer.email,
    description: customer.description,
    defaultCard: idOf(customer.invoice_settings.default_payment_method),
    cards: await listCards(stripe, customer, now),
  };
}

/** One that was deleted has nothing but its id. @throws errors of the SDK */
export async function readOwner(stripe: Stripe, id: string): Promise<Owner> {
  const nobody: Owner = { id, name: null, email: null, description: null, defaultCard: null, cards: [] };
  try {
    const customer = await stripe.customers.retrieve(id);
    return customer.deleted ? nobody : await ownerOf(stripe, customer);
  } catch (error) {
    if (isGone(error)) return nobody;
    throw error;
  }
}

export function adminCustomer(
  { id, name, email, description, cards }: Owner,
  subscriptions: AdminSubscription[],
): AdminCustomer {
  return {
    id,
    name,
    email,
    description,
    subscriptions,
    payment_methods: cards.map((card) => ({ id: card.id, card: card.card, is_default: card.is_default })),
  };
}

/** A card added in the browser, as stored at the provider. */
import type Stripe from 'stripe';
import type { PaymentAttempt, PaymentMethod } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { idOf } from '../subscriptions/mirror/snapshots.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import { isCardRecorded } from './audit-entries-repository.js';
import { cardEntry, recordCardChange } from './card-changes.js';
import { cardExpiry } from './card-expiry.js';
import { type ReachableCustomer, assertOwnCard } from './provider-customer.js';

export function cardView(method: Stripe.PaymentMethod, defaultId: string | null, now: Date): PaymentMethod[] {
  if (!method.card) return [];
  const { brand, last4, exp_month, exp_year } = method.card;
  return [
    {
      id: method.id,
      card: { brand, last4, exp_month, exp_year },
      is_default: method.id === defaultId,
      created: method.created,
      expiry: cardExpiry(exp_month, exp_year, now),
    },
  ];
}

export interface AddedCard {
  setupIntentId: string;
  makeDefault: boolean;
  retryOpenInvoices: boolean;
}

/** @throws AppError `not_found`, `card_not_saved`, `not_a_card` */
export async function readAddedCard(
  stripe: Stripe,
  customerId: string,
  setupIntentId: string,
): Promise<Stripe.PaymentMethod> {
  const intent = await stripe.setupIntents.retrieve(setupIntentId);
  if (idOf(intent.customer) !== customerId) throw notFound('This card isn’t saved for this customer. Reload the page.');
  const id = idOf(intent.payment_method);
  if (intent.status !== 'succeeded' || id === null) {
    throw new AppError(409, 'card_not_saved', 'The card hasn’t been saved. Add it again.');
  }
  const method = await assertOwnCard(stripe, customerId, id);
  if (!method.card) throw new AppError(422, 'not_a_card', 'Only cards can be added here. Choose a card.');
  return method;
}

export interface ConfirmedCard {
  card: PaymentMethod;
  retried: PaymentAttempt[];
}

/** Records an added card once, however often it is confirmed. */
export async function recordAddedCard(
  db: Db,
  customer: ReachableCustomer,
  { method, isDefault, requestId }: { method: Stripe.PaymentMethod; isDefault: boolean; requestId: string },
  audit: AuditContext,
): Promise<void> {
  if (await isCardRecorded(db, 'card.add', customer.id, method.id)) return;
  const details = isDefault ? { is_default: true } : {};
  await recordCardChange(db, customer, { action: 'card.add', card: cardEntry(method), details }, requestId, audit);
}

/** Changes of a customer's cards: their state at the provider, and their audit entries. */
import type Stripe from 'stripe';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudits } from '../../platform/audit/audit-log.js';
import { isMissing } from '../subscriptions/mirror/fetch-snapshots.js';
import { idOf } from '../subscriptions/mirror/snapshots.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { isRequestRecorded } from './audit-entries-repository.js';
import { methodOf } from './charged-method.js';
import { type ReachableCustomer, defaultCardOf } from './provider-customer.js';

/** The card's data in an audit entry. */
export interface CardEntry {
  payment_method: string;
  brand?: string | undefined;
  last4?: string | undefined;
  /** For a method other than a card, e.g. `SEPA Direct Debit ending in 3000`. */
  method_name?: string | undefined;
}

export function cardEntry(method: Stripe.PaymentMethod): CardEntry {
  const { id, card } = method;
  return card
    ? { payment_method: id, brand: card.brand, last4: card.last4 }
    : { payment_method: id, method_name: methodOf(method).name };
}

/** The former default card, for the audit entry. Undefined if the provider no longer has it. */
export async function formerDefault(stripe: Stripe, owner: Stripe.Customer): Promise<CardEntry | undefined> {
  const id = defaultCardOf(owner);
  if (id === null) return undefined;
  try {
    return cardEntry(await stripe.paymentMethods.retrieve(id));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export interface CardChange {
  action: 'card.add' | 'card.default' | 'card.remove';
  card: CardEntry;
  /** Additional content of the audit entry. */
  details?: object;
}

/**
 * Records a change once per request, also if its outcome becomes known later. Every practice of the customer gets an
 * entry.
 *
 * @param requestId id of the request that made the change
 */
export async function recordCardChange(
  db: Db,
  { id: customerId, practices: practiceIds, name }: ReachableCustomer,
  { action, card, details }: CardChange,
  requestId: string,
  { actor, now }: AuditContext,
): Promise<void> {
  if (await isRequestRecorded(db, action, customerId, requestId)) return;
  const after = { ...card, ...(name != null && { customer_name: name }), ...details, request: requestId };
  const entry = { actor, at: now, action, entity: 'customer', entityId: customerId, after };
  await inTransaction(db, (transaction) =>
    recordAudits(
      transaction,
      practiceIds.map((practiceId) => ({ ...entry, practiceId })),
    ),
  );
}

/** @returns true if the provider has the change @throws SDK errors */
export async function isAppliedAtProvider(
  stripe: Stripe,
  action: CardChange['action'],
  customerId: string,
  cardId: string,
): Promise<boolean> {
  if (action === 'card.default') {
    const owner = await stripe.customers.retrieve(customerId);
    return !owner.deleted && defaultCardOf(owner) === cardId;
  }
  const isRemoval = action === 'card.remove';
  try {
    const method = await stripe.paymentMethods.retrieve(cardId);
    return (idOf(method.customer) === customerId) !== isRemoval;
  } catch (error) {
    if (isMissing(error)) return isRemoval;
    throw error;
  }
}

/** The removal of a card, as far as the provider has made it. */
import type { AuditContext } from '../../platform/audit/actor.js';
import { refreshPayersQuietly } from '../subscriptions/mirror/refresh-payers.js';
import type { BillingMirror } from '../subscriptions/mirror/refresh.js';
import { readFromStripe } from '../stripe/stripe-errors.js';
import { type CardEntry, isAppliedAtProvider, recordCardChange } from './card-changes.js';
import type { ReachableCustomer } from './provider-customer.js';

/** Data that a request to remove a card stores before it is sent. */
export interface RequestedRemoval {
  cardId: string;
  card?: CardEntry;
  /** The card that becomes the default first. Null: the default stays, or none is left. */
  next?: CardEntry | null;
}

export interface RemovedCard {
  /** The card that became the default with it. */
  new_default: string | null;
}

/** Records what a removal has changed so far. @returns the response if the card is removed */
export async function recordRemoval(
  mirror: BillingMirror,
  customer: ReachableCustomer,
  { cardId, card = { payment_method: cardId }, next = null }: RequestedRemoval,
  requestId: string,
  audit: AuditContext,
): Promise<RemovedCard | undefined> {
  const { db, stripe } = mirror;
  const isMade = (action: 'card.default' | 'card.remove', id: string): Promise<boolean> =>
    readFromStripe(() => isAppliedAtProvider(stripe, action, customer.id, id));
  if (next && (await isMade('card.default', next.payment_method))) {
    await recordCardChange(db, customer, { action: 'card.default', card: next }, requestId, audit);
    await refreshPayersQuietly(mirror, customer.id);
  }
  if (!(await isMade('card.remove', cardId))) return undefined;
  const details = next ? { new_default: next.payment_method } : {};
  await recordCardChange(db, customer, { action: 'card.remove', card, details }, requestId, audit);
  return { new_default: next?.payment_method ?? null };
}

import type { ChargedSubscription, OpenInvoice, PaymentMethod } from 'shared-api/contracts';
import type { StoredMethod } from './calls';

/** A subscription with the card of its own that it is charged to. */
export interface PinnedSubscription extends ChargedSubscription {
  card: PaymentMethod;
}

/** Subscriptions that a new default doesn't reach, because they have other cards of their own. */
export function pinnedToOthers(cards: readonly PaymentMethod[], defaultId: string): PinnedSubscription[] {
  return cards
    .filter(({ id }) => id !== defaultId)
    .flatMap((card) => (card.charged_for ?? []).map((subscription) => ({ ...subscription, card })));
}

/**
 * Cards that can pay for what a method pays for. Only the default card replaces another one, so that what follows the default
 * keeps doing so; the default itself can be replaced by any other card.
 */
export function replacementsOf(removed: StoredMethod, cards: readonly PaymentMethod[]): PaymentMethod[] {
  return cards.filter(({ id, is_default: isDefault }) => id !== removed.id && (removed.is_default || isDefault));
}

/** Names of the invoices' subscriptions whose renewals are charged to another card, or to none. */
export function subscriptionsOfOtherCards(invoices: readonly OpenInvoice[], cardId: string): string[] {
  const others = invoices.flatMap(({ subscription }) =>
    subscription && subscription.card?.id !== cardId ? [subscription.name] : [],
  );
  return [...new Set(others)];
}

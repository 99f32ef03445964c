import type { ChargedSubscription, OpenInvoice, PaymentMethod } from 'shared-api/contracts';
import type { StoredMethod } from './calls';

/** A subscription with its own card. */
export interface PinnedSubscription extends ChargedSubscription {
  card: PaymentMethod;
}

/** Subscriptions that don't follow a new default, because they have their own cards. */
export function pinnedToOthers(cards: readonly PaymentMethod[], defaultId: string): PinnedSubscription[] {
  return cards
    .filter(({ id }) => id !== defaultId)
    .flatMap((card) => (card.charged_for ?? []).map((subscription) => ({ ...subscription, card })));
}

/**
 * Cards that can take over a method's payments. Only the default card can replace another card, so that subscriptions
 * keep following the default. Any card can replace the default.
 */
export function replacementsOf(removed: StoredMethod, cards: readonly PaymentMethod[]): PaymentMethod[] {
  return cards.filter(({ id, is_default: isDefault }) => id !== removed.id && (removed.is_default || isDefault));
}

/** Names of the invoiced subscriptions whose renewals aren't charged to this card. */
export function subscriptionsOfOtherCards(invoices: readonly OpenInvoice[], cardId: string): string[] {
  const others = invoices.flatMap(({ subscription }) =>
    subscription && subscription.card?.id !== cardId ? [subscription.name] : [],
  );
  return [...new Set(others)];
}

/** Which cards were declined, as far as the overdue invoices say. Pure. */
import type { OverdueInvoice, PaymentMethod } from 'shared-api/contracts';

/** True if the last attempt to charge the invoice failed. */
export const isDeclined = ({ attempts, last_problem }: Pick<OverdueInvoice, 'attempts' | 'last_problem'>): boolean =>
  attempts > 0 && last_problem !== null;

/**
 * Since when a card is declined, in epoch seconds; null if nothing says so. A card that was saved after an invoice was first
 * charged isn't the one that was declined then.
 */
export function declinedSince(overdue: readonly OverdueInvoice[], { id, created }: PaymentMethod): number | null {
  const since = overdue.flatMap((one) =>
    one.card?.id === id && isDeclined(one) && created <= one.since ? [one.since] : [],
  );
  return since.length === 0 ? null : Math.min(...since);
}

/** The card that pays unless another one is chosen: the default one, or another one if that is declined. */
export function cardToSelect(
  cards: readonly PaymentMethod[],
  overdue: readonly OverdueInvoice[],
): PaymentMethod | undefined {
  const standard = cards.find(({ is_default: isDefault }) => isDefault);
  if (!standard || declinedSince(overdue, standard) === null) return standard;
  const other = cards.find((card) => card.expiry !== 'expired' && declinedSince(overdue, card) === null);
  return other ?? standard;
}

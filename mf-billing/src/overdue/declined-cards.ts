/** Finds declined cards from overdue invoices. Pure. */
import type { OverdueInvoice, PaymentMethod } from 'shared-api/contracts';

/** True if the last attempt to charge the invoice failed. */
export const isDeclined = ({ attempts, last_problem }: Pick<OverdueInvoice, 'attempts' | 'last_problem'>): boolean =>
  attempts > 0 && last_problem !== null;

/**
 * True if the last charge of one of the invoices was to this card and failed. False for consoles that don't send the
 * card.
 */
export const isDeclinedCard = (overdue: readonly OverdueInvoice[], id: string): boolean =>
  overdue.some((invoice) => isDeclined(invoice) && invoice.declined_method_id === id);

/** The initially selected card: the default card, or another one if that was declined. */
export function cardToSelect(
  cards: readonly PaymentMethod[],
  overdue: readonly OverdueInvoice[],
): PaymentMethod | undefined {
  const standard = cards.find(({ is_default: isDefault }) => isDefault);
  if (!standard || !isDeclinedCard(overdue, standard.id)) return standard;
  const other = cards.find(({ id, expiry }) => expiry !== 'expired' && !isDeclinedCard(overdue, id));
  return other ?? standard;
}

/** Which cards the bank declined, as far as the overdue invoices say. Pure. */
import type { OverdueInvoice, PaymentMethod } from 'shared-api/contracts';

/** True if the last attempt to charge the invoice failed. */
export const isDeclined = ({ attempts, last_problem }: Pick<OverdueInvoice, 'attempts' | 'last_problem'>): boolean =>
  attempts > 0 && last_problem !== null;

/** True if the card was charged last for one of the invoices, in vain. Consoles that don't name the card say nothing. */
export const isDeclinedCard = (overdue: readonly OverdueInvoice[], id: string): boolean =>
  overdue.some((invoice) => isDeclined(invoice) && invoice.declined_method_id === id);

/** The card that pays unless another one is chosen: the default one, or another one if that was declined. */
export function cardToSelect(
  cards: readonly PaymentMethod[],
  overdue: readonly OverdueInvoice[],
): PaymentMethod | undefined {
  const standard = cards.find(({ is_default: isDefault }) => isDefault);
  if (!standard || !isDeclinedCard(overdue, standard.id)) return standard;
  const other = cards.find(({ id, expiry }) => expiry !== 'expired' && !isDeclinedCard(overdue, id));
  return other ?? standard;
}

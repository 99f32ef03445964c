import { formatMoney } from 'shared-ui';
import { messages } from './messages';

/**
 * Says how much of a balance shared by several charges can apply to one of them. Empty without a shared balance.
 *
 * @param shared cents; negative for a credit
 */
export function sharedBalanceText(shared: number | undefined, currency: string): string {
  if (shared === undefined || shared === 0) return '';
  const amount = formatMoney(Math.abs(shared), currency);
  return shared < 0 ? messages.sharedCredit(amount) : messages.sharedDebit(amount);
}

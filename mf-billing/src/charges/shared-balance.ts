import { formatMoney } from 'shared-ui';
import { messages } from './messages';

/**
 * What a balance that several charges share may change about one of them; empty where none is shared.
 *
 * @param shared cents, credit below zero
 */
export function sharedBalanceText(shared: number | undefined, currency: string): string {
  if (shared === undefined || shared === 0) return '';
  const amount = formatMoney(Math.abs(shared), currency);
  return shared < 0 ? messages.sharedCredit(amount) : messages.sharedDebit(amount);
}

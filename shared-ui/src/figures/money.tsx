import { formatMoney as moneyText } from 'shared-api/contracts';
import type { ReactNode } from 'react';

/**
 * Formats an amount with its currency: `$1,234.50`, `€12.00`.
 *
 * @param cents integer in the currency's smallest unit, which for some currencies, such as yen, is the main unit
 * @param currency three lowercase letters, as in Stripe: `usd`.
 */
export function formatMoney(cents: number, currency = 'usd'): string {
  return moneyText(cents, currency);
}

export interface MoneyProps {
  cents: number;
  currency?: string;
}

/** A formatted amount. */
export function Money({ cents, currency = 'usd' }: MoneyProps): ReactNode {
  return <span style={{ whiteSpace: 'nowrap' }}>{formatMoney(cents, currency)}</span>;
}

import { formatMoney as moneyText } from 'shared-api/contracts';
import type { ReactNode } from 'react';

/**
 * An amount with its currency: `$1,234.50`, `€12.00`.
 *
 * @param cents integer in the currency's smallest unit, which is the whole unit for currencies such as yen.
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

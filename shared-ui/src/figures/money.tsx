import { formatMoney } from 'shared-api/contracts';
import type { ReactNode } from 'react';

export { formatMoney };

export interface MoneyProps {
  cents: number;
  currency?: string;
}

/** A formatted amount. */
export function Money({ cents, currency = 'usd' }: MoneyProps): ReactNode {
  return <span style={{ whiteSpace: 'nowrap' }}>{formatMoney(cents, currency)}</span>;
}

/** Customers that owe, as far as the mirror knows: one answer for plan cards and for starting a trial. */
import type { Db } from '../database/tables.js';
import { listCustomerIds } from '../payments/customers-repository.js';
import { ARREARS_STATUSES } from './statuses.js';

export interface BlockedCustomer {
  customer_id: string;
  reason: string;
}

/** Customers of a practice that owe a payment, and so get no trial. */
export async function blockedFromTrials(db: Db, practiceId: number): Promise<BlockedCustomer[]> {
  const customers = await listCustomerIds(db, practiceId);
  if (customers.length === 0) return [];
  const rows = await db
    .selectFrom('billing_subscriptions')
    .select(['customer_id', 'shown'])
    .where('customer_id', 'in', customers)
    .where('status', 'in', ARREARS_STATUSES)
    .orderBy('id')
    .execute();
  const names = new Map(rows.map(({ customer_id: id, shown }) => [id, shown.customer_name]));
  return [...names].map(([customer_id, name]) => ({
    customer_id,
    reason: `${name ?? 'This customer'} has an unpaid invoice. Pay it before starting a trial.`,
  }));
}

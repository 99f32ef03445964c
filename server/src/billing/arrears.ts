/** Customers in arrears, according to the mirror. Plan cards and the start of a trial use this answer. */
import type { Db } from '../database/tables.js';
import { listCustomerIds } from '../payments/customers-repository.js';
import { readCustomersInArrears } from './mirror/subscriptions-repository.js';

export interface BlockedCustomer {
  customer_id: string;
  reason: string;
}

/** Customers of a practice that owe a payment and therefore get no trial. */
export async function listBlockedFromTrials(db: Db, practiceId: number): Promise<BlockedCustomer[]> {
  const customerIds = await listCustomerIds(db, practiceId);
  const names = await readCustomersInArrears(db, customerIds);
  return [...names].map(([customer_id, name]) => ({
    customer_id,
    reason: `${name ?? 'This customer'} has an unpaid invoice. Pay it before starting a trial.`,
  }));
}

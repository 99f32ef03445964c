/** Customers in arrears, according to the mirror. Plan cards and the start of a trial use this answer. */
import type { Db } from '../database/tables.js';
import { plansByKey, type CataloguePlan } from '../catalogue/catalogue.js';
import type { CataloguePrices } from '../catalogue/catalogue-prices.js';
import { listCustomerIds } from '../payments/customers-repository.js';
import type { MirroredSubscription } from './mirror/read-mirror.js';
import { readCustomersInArrears } from './mirror/subscriptions-repository.js';
import { isInArrears } from './statuses.js';

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

/**
 * Why a plan can't be started a second time while its first subscription is unpaid, whatever its interval. Null if it isn't.
 */
export function owedForPlan(
  plan: CataloguePlan,
  subscriptions: readonly MirroredSubscription[],
  { keyOf }: Pick<CataloguePrices, 'keyOf'>,
): string | null {
  const isOfPlan = ({ items }: MirroredSubscription): boolean =>
    items.some((item) => plansByKey.get(keyOf.get(item.price_id) ?? '')?.product === plan.product);
  const isOwed = subscriptions.some((one) => one.isOwned && isInArrears(one.view.status) && isOfPlan(one));
  return isOwed ? `${plan.name} is already subscribed and not paid. Pay its open invoice instead.` : null;
}

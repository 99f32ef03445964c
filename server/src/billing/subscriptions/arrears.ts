/** Customers in arrears, according to the mirror. Plan cards and the start of a trial use this result. */
import type { PlanOffer } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { plansByKey, type CataloguePlan } from '../catalogue/catalogue.js';
import type { CataloguePrices } from '../catalogue/catalogue-prices.js';
import { type MirroredSubscription, hasSeat } from './mirror/read-mirror.js';
import { readCustomersInArrears } from './mirror/subscriptions-repository.js';
import { isInArrears, isLive, isUsable } from '../stripe/statuses.js';

export interface BlockedCustomer {
  customer_id: string;
  reason: string;
}

/** A practice's customers that owe a payment and therefore get no trial. */
export async function listBlockedFromTrials(db: Db, customerIds: readonly string[]): Promise<BlockedCustomer[]> {
  const names = await readCustomersInArrears(db, customerIds);
  return [...names].map(([customer_id, name]) => ({
    customer_id,
    reason: `${name ?? 'This customer'} has an unpaid invoice. Pay it before starting a trial.`,
  }));
}

/** True when the subscription is for the plan's product, at any interval. */
export const isOfProduct = (
  { items }: MirroredSubscription,
  plan: CataloguePlan,
  { keyOf }: Pick<CataloguePrices, 'keyOf'>,
): boolean => items.some((item) => plansByKey.get(keyOf.get(item.price_id) ?? '')?.product === plan.product);

/** Ids of a practice's live subscriptions whose plan is also paid for by another one, at any interval. */
export function duplicateSubscriptions(
  subscriptions: readonly MirroredSubscription[],
  { keyOf }: Pick<CataloguePrices, 'keyOf'>,
): ReadonlySet<string> {
  const byProduct = new Map<string, string[]>();
  for (const { view, items, isOwned } of subscriptions) {
    if (!isOwned || !isLive(view.status)) continue;
    const products = items.flatMap((item) => plansByKey.get(keyOf.get(item.price_id) ?? '')?.product ?? []);
    for (const product of new Set(products)) byProduct.set(product, [...(byProduct.get(product) ?? []), view.id]);
  }
  return new Set([...byProduct.values()].filter((ids) => ids.length > 1).flat());
}

export interface StartBlocker {
  code: string;
  reason: string;
  /** The subscription to pay instead. */
  owed?: NonNullable<PlanOffer['owed']>;
}

/** The error while the bank collects the first subscription's payment. */
export const startBeingCollected = ({ name }: CataloguePlan): StartBlocker => ({
  code: 'plan_collecting',
  reason: `${name} is already subscribed, and the bank is collecting its payment. Wait until it is paid, usually within 5 business days.`,
});

/**
 * Why a plan can't be started a second time: its first subscription gives nothing now, but charges, or would charge again once it
 * is paid or resumed. Null if there is none.
 *
 * @param shared items that other practices use
 */
export function findStartBlocker(
  plan: CataloguePlan,
  subscriptions: readonly MirroredSubscription[],
  prices: Pick<CataloguePrices, 'keyOf'>,
  shared: ReadonlySet<string>,
): StartBlocker | null {
  const paid = subscriptions.filter((one) => one.isOwned && isOfProduct(one, plan, prices));
  if (paid.some(({ view }) => view.is_collecting === true)) return startBeingCollected(plan);
  const own = paid.filter(hasSeat);
  const unpaid = own.find(({ view }) => isInArrears(view.status));
  if (unpaid) {
    return {
      code: 'plan_owed',
      reason: `${plan.name} is already subscribed and not paid. Pay its open invoice instead.`,
      owed: { subscription_id: unpaid.view.id, customer_id: unpaid.view.customer_id },
    };
  }
  if (own.some(({ view }) => view.status === 'paused')) {
    return {
      code: 'plan_paused',
      reason: `${plan.name} is already subscribed and paused. Contact support to resume or end it.`,
    };
  }
  const isUnused = ({ items, view }: MirroredSubscription): boolean =>
    isUsable(view.status) && items.every(({ id }) => !shared.has(id));
  if (paid.some((one) => !hasSeat(one) && isUnused(one))) {
    return {
      code: 'plan_unused',
      reason: `${plan.name} is already paid for and nobody uses it. Assign it to this practice instead.`,
    };
  }
  return null;
}

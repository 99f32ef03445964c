/** Changes the plan of an active subscription: up, down, or to another interval, with proration. */
import type Stripe from 'stripe';
import { type BillingOutcome, priceFor } from 'shared-api/contracts';
import { type CataloguePlan, allFeaturesOf, contentsOf, nameOfPrice, plansByKey } from '../../catalogue/catalogue.js';
import { type CataloguePrices, readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { optionalFeatures } from '../../catalogue/catalogue-view.js';
import type { Db } from '../../../platform/database/tables.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { BillingCaller, BillingContext } from '../billing-context.js';
import {
  type MirroredSubscription,
  findSubscription,
  hasSeat,
  readMirror,
  sharedItems,
  sharedReason,
} from '../mirror/read-mirror.js';
import { isLive } from '../../stripe/statuses.js';
import { isOfProduct } from '../arrears.js';
import { type ItemSnapshot, upcomingPhases } from '../mirror/snapshots.js';
import { type ConfirmedCost, assertChargeable, changePaidItems, chargeRefusal } from './add-items.js';
import { type CommandDescription, purchaseOf } from './finish-command.js';
import { refreshBeforePlanning } from './read-scheduled.js';
import { runCommand } from './run-command.js';
import { planOnSale } from './start.js';

/**
 * The item of a subscription's plan, or the reason why its plan can't be switched.
 *
 * @param shared the result of `sharedReason`
 */
export function switchableItem(
  { view, items, schedule }: MirroredSubscription,
  { keyOf }: Pick<CataloguePrices, 'keyOf'>,
  shared: string | null,
): { item: ItemSnapshot } | { reason: string } {
  if (view.status !== 'active') return { reason: 'Only the plan of an active subscription can be switched.' };
  const refusal = chargeRefusal(view);
  if (refusal) return { reason: refusal.reason };
  if (shared !== null) return { reason: `${shared} Contact support to switch its plan.` };
  if (view.cancel_at !== null) return { reason: 'This subscription is about to end.' };
  if (view.pending_update) return { reason: 'A payment for this subscription is still open.' };
  if (schedule && upcomingPhases(schedule).length > 0) {
    return { reason: 'This subscription has scheduled changes. Undo them before switching its plan.' };
  }
  const plans = items.filter(({ price_id: priceId }) => plansByKey.has(keyOf.get(priceId) ?? ''));
  const [plan, ...others] = plans;
  if (!plan) return { reason: 'This subscription has no plan that can be switched.' };
  if (others.length > 0)
    return { reason: 'This subscription has several plans. Contact support to switch one of them.' };
  return { item: plan };
}

/**
 * True if the practice already pays for a plan, at any interval, with another subscription than the one to switch.
 *
 * @param shared items that other practices use
 */
export const isSubscribedElsewhere = (
  subscriptionId: string,
  plan: CataloguePlan,
  subscriptions: readonly MirroredSubscription[],
  { keyOf, shared }: Pick<CataloguePrices, 'keyOf'> & { shared: ReadonlySet<string> },
): boolean =>
  subscriptions.some(
    (one) =>
      one.view.id !== subscriptionId &&
      one.isOwned &&
      isLive(one.view.status) &&
      (hasSeat(one) || one.items.every(({ id }) => !shared.has(id))) &&
      isOfProduct(one, plan, { keyOf }),
  );

export interface PlannedSwitch {
  subscription: MirroredSubscription;
  from: string;
  to: CataloguePlan;
  items: Stripe.SubscriptionUpdateParams.Item[];
  /** Ids of all prices after the switch. */
  prices: string[];
  /** Ids of the prices that the practice didn't have before. */
  added: string[];
  /** Names of add-ons that end because the new plan includes them or doesn't allow them. */
  ends: string[];
}

/** The price of an add-on under another plan. Undefined when that plan includes it or doesn't allow it. */
function addOnPriceWith(feature: string, plan: CataloguePlan, prices: CataloguePrices): string | undefined {
  if (allFeaturesOf(plan).has(feature)) return undefined;
  const addOn = optionalFeatures(prices).find(
    (one) => one.feature_name === feature && plan.bundles.includes(one.bundle_name),
  );
  return addOn && priceFor(addOn, plan.interval)?.id;
}

/**
 * Computes the items of a switch: the plan is replaced, add-ons continue at their price for the new interval, and
 * add-ons that the new plan includes or doesn't allow end.
 *
 * @throws AppError `not_found`, `not_active`, `not_switchable`, `same_plan`, `already_subscribed`
 */
export async function planSwitch(
  db: Db,
  practiceId: number,
  subscriptionId: string,
  planId: string,
): Promise<PlannedSwitch> {
  const subscription = await findSubscription(db, practiceId, subscriptionId);
  assertChargeable(subscription, 'switch its plan');
  const catalogue = await readCataloguePrices(db);
  const to = planOnSale(catalogue, planId);
  const shared = await sharedItems(db, practiceId, [subscription]);
  const switchable = switchableItem(subscription, catalogue, sharedReason(subscription, shared));
  if ('reason' in switchable) throw new AppError(409, 'not_switchable', switchable.reason);
  if (switchable.item.price_id === planId) {
    throw new AppError(409, 'same_plan', `This subscription is already on ${to.name}, billed ${to.interval}ly.`);
  }
  const { subscriptions } = await readMirror(db, practiceId);
  const used = await sharedItems(db, practiceId, subscriptions);
  if (isSubscribedElsewhere(subscriptionId, to, subscriptions, { keyOf: catalogue.keyOf, shared: used })) {
    const message = `${to.name} is already subscribed, so it would be charged twice. Choose another plan.`;
    throw new AppError(409, 'already_subscribed', message);
  }
  const items: PlannedSwitch['items'] = [{ id: switchable.item.id, price: planId }];
  const continuing: string[] = [];
  const ends: string[] = [];
  for (const item of subscription.items.filter(({ id }) => id !== switchable.item.id)) {
    const feature = contentsOf(catalogue.keyOf.get(item.price_id))?.addOn ?? null;
    const priceId = feature === null ? undefined : addOnPriceWith(feature, to, catalogue);
    if (priceId === undefined) {
      items.push({ id: item.id, deleted: true });
      ends.push(nameOfPrice(catalogue.keyOf.get(item.price_id)) ?? item.name);
      continue;
    }
    continuing.push(priceId);
    if (priceId !== item.price_id) items.push({ id: item.id, price: priceId });
  }
  const had = new Set(subscription.items.map(({ price_id: priceId }) => priceId));
  const priceIds = [planId, ...continuing];
  return {
    subscription,
    from: nameOfPrice(catalogue.keyOf.get(switchable.item.price_id)) ?? switchable.item.name,
    to,
    items,
    prices: priceIds,
    added: priceIds.filter((priceId) => !had.has(priceId)),
    ends,
  };
}

const NOTHING_SWITCHED = 'Nothing was switched. Try another card.';

/** Switches a plan now. @throws AppError `preview_outdated` when the preview is too old or the amount differs */
export function switchPlan(
  context: BillingContext,
  { subscriptionId, planId, ...cost }: { subscriptionId: string; planId: string } & ConfirmedCost,
  caller: BillingCaller,
): Promise<BillingOutcome> {
  const { db, practiceId } = context;
  const description: CommandDescription = {
    action: 'subscription.switch_plan',
    after: { plan: planId },
    doneMessage: 'Plan switched',
    failedMessage: NOTHING_SWITCHED,
  };
  const content = { subscription: subscriptionId, plan: planId, card: cost.card ?? null };
  const command = { name: 'switch', content, subscriptionId, description };
  return runCommand(context, command, caller, async (attempt) => {
    await refreshBeforePlanning(context, subscriptionId, caller.now);
    const { subscription, items, added, from, to } = await planSwitch(db, practiceId, subscriptionId, planId);
    const details = { from, interval: to.interval };
    const described = { ...description, after: { plan: planId, ...details } };
    const expected = [{ price: planId, quantity: 1 }];
    const payment = await changePaidItems(context, subscription, {
      ...cost,
      items,
      purchase: purchaseOf(described, caller, added, { expected }),
      attempt,
    });
    return { subscriptionId, prices: added, payment, details };
  });
}

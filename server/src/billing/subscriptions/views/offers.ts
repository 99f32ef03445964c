/** Items for sale, with the reason if one is unavailable. Purchases are validated by the same rules. */
import type { AddOnOffers, PlanOffer, TrialPlan, WithheldEntitlement } from 'shared-api/contracts';
import { addOnStatus, priceFor } from 'shared-api/contracts';
import {
  CURRENCY,
  type CataloguePlan,
  allFeaturesOf,
  bundlesByName,
  toNamedProduct,
} from '../../catalogue/catalogue.js';
import { type CataloguePrices, readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { planView, plansOnSale } from '../../catalogue/catalogue-view.js';
import { plans } from '../../catalogue/plans.js';
import type { Db } from '../../../platform/database/tables.js';
import { readEntitlements } from '../../entitlements/recompute.js';
import { readEntitlementInputs } from '../../entitlements/entitlement-sources.js';
import { type EntitlementInputs, noInputs } from '../../entitlements/sources.js';
import { restoredBy, readWithheld } from '../../entitlements/withheld.js';
import { BEING_CONFIRMED, startScope } from '../../requests/idempotent-request.js';
import { subscriptionLease } from '../../requests/lease.js';
import { listUnsettledScopes } from '../../requests/requests-repository.js';
import { type AddOnTarget, addOnContextOf, reasonOf } from '../add-on-rules.js';
import { type BlockedCustomer, listBlockedFromTrials, findStartBlocker, type StartBlocker } from '../arrears.js';
import { hasAllOf, planOnSale } from '../commands/start.js';
import { isSubscribedElsewhere, switchableItem } from '../commands/switch-plan.js';
import {
  type MirroredSubscription,
  findSubscription,
  readMirror,
  sharedItems,
  sharedReason,
} from '../mirror/read-mirror.js';
import { type TrialRow, listTrials } from '../mirror/trials-repository.js';
import { eligibilityOf } from '../mirror/trials.js';
import { bundleContents } from './subscription-view.js';
import { epochSeconds } from '../../../platform/dates/epoch-seconds.js';

const DAY_S = 86_400;

/** Bundles and features of a plan that the practice already pays for, with the products that include them. */
export function alreadyPaidBy(
  plan: Pick<CataloguePlan, 'bundles' | 'features'>,
  { items }: Pick<EntitlementInputs, 'items'>,
): PlanOffer['paid_twice'] {
  const payers = (has: (item: EntitlementInputs['items'][number]) => boolean): string =>
    [...new Set(items.filter(has).map(({ product }) => product ?? ''))].join(', ');
  const inBundles = new Set(plan.bundles.flatMap((name) => bundlesByName.get(name)?.features ?? []));
  return [
    ...plan.bundles.map((name) => ({
      ...toNamedProduct(name),
      through: payers((item) => item.bundles.includes(name)),
    })),
    ...plan.features
      .filter((name) => !inBundles.has(name))
      .map((name) => ({ ...toNamedProduct(name), through: payers((item) => allFeaturesOf(item).has(name)) })),
  ].filter(({ through }) => through !== '');
}

interface PlanFacts {
  now: Date;
  trials: readonly TrialRow[];
  active: ReadonlySet<string>;
  sources: EntitlementInputs;
  withheld: readonly WithheldEntitlement[];
  blocked: readonly BlockedCustomer[];
  /** Why nothing can be started while an earlier start is being confirmed; null otherwise. */
  unsettled: string | null;
  /** Why a plan can't be started again; null if it can. */
  blockerOf: (plan: CataloguePlan) => StartBlocker | null;
  /** Subscriptions whose plan can be switched, with the price of the plan. */
  switchable: readonly { subscription: MirroredSubscription; price: string; name: string }[];
  /** True if a switch to the plan is refused because another subscription has it. */
  isBeside: (subscriptionId: string, plan: CataloguePlan) => boolean;
}

const subscribedThrough = ({ items }: MirroredSubscription, plan: CataloguePlan, sources: EntitlementInputs): boolean =>
  sources.items.some(
    ({ id, bundles, features }) =>
      items.some((item) => item.id === id) &&
      (bundles.some((name) => plan.bundles.includes(name)) ||
        [...allFeaturesOf({ bundles, features })].some((name) => allFeaturesOf(plan).has(name))),
  );

function trialOffer(plan: CataloguePlan, isActive: boolean, facts: PlanFacts): PlanOffer['trial'] {
  const { now, trials, blocked, unsettled, blockerOf } = facts;
  const eligibility = eligibilityOf(plan, trials);
  const reason =
    plan.trialDays === 0
      ? 'This plan has no trial.'
      : isActive
        ? 'All features of this plan are already active.'
        : (unsettled ??
          blockerOf(plan)?.reason ??
          (eligibility.is_eligible
            ? null
            : eligibility.trials_remaining > 0
              ? 'A trial of this plan is running.'
              : 'All trials of this plan are used.'));
  return {
    offered: reason === null,
    reason,
    ends: epochSeconds(now) + plan.trialDays * DAY_S,
    blocked_customers: blocked.map((customer) => ({ ...customer })),
  };
}

function yearlySaving(plan: CataloguePlan): number | null {
  if (plan.interval !== 'year') return null;
  const monthly = plans.find(({ product, interval }) => product === plan.product && interval === 'month');
  return monthly ? monthly.amount * 12 - plan.amount : null;
}

function offerOf(plan: CataloguePlan, priceId: string, facts: PlanFacts): PlanOffer {
  const { active, sources, withheld, switchable, isBeside, unsettled, blockerOf } = facts;
  const isActive = hasAllOf(plan, active);
  const blocker = isActive || unsettled !== null ? null : blockerOf(plan);
  return {
    state: isActive ? 'active' : 'offered',
    reason: isActive ? 'All features of this plan are already active.' : (unsettled ?? blocker?.reason ?? null),
    ...(blocker?.owed && { owed: blocker.owed }),
    gains: [...allFeaturesOf(plan)].filter((name) => !active.has(name)).map(toNamedProduct),
    paid_twice: alreadyPaidBy(plan, sources),
    switch_from: switchable
      .filter(({ subscription, price }) => price !== priceId && subscribedThrough(subscription, plan, sources))
      .filter(({ subscription }) => !isBeside(subscription.view.id, plan))
      .map(({ subscription, name }) => ({ subscription_id: subscription.view.id, plan_name: name })),
    trial: trialOffer(plan, isActive, facts),
    yearly_saving: yearlySaving(plan),
    withheld: restoredBy(withheld, plan),
  };
}

/** Plans that a practice can start, each with its state for the practice. */
export async function readTrialPlans(db: Db, practiceId: number, now: Date): Promise<TrialPlan[]> {
  const readingPrices = readCataloguePrices(db);
  const readingSources = readEntitlementInputs(db, [practiceId], readingPrices);
  const [prices, trials, entitlements, sources, withheld, unsettled, { subscriptions, customers }] = await Promise.all([
    readingPrices,
    listTrials(db, practiceId),
    readEntitlements(db, practiceId),
    readingSources,
    readWithheld(db, practiceId, true, readingSources),
    listUnsettledScopes(db, [startScope(practiceId)]),
    readMirror(db, practiceId),
  ]);
  const [shared, blocked, unsettledTrials] = await Promise.all([
    sharedItems(db, practiceId, subscriptions),
    listBlockedFromTrials(db, [...customers]),
    listUnsettledScopes(
      db,
      trials.flatMap(({ subscription_id: id }) => (id === null ? [] : [subscriptionLease(id)])),
    ),
  ]);
  const switchable = subscriptions.flatMap((subscription) => {
    if (!subscription.isOwned) return [];
    const switchable = switchableItem(subscription, prices, sharedReason(subscription, shared));
    if ('reason' in switchable) return [];
    const name = plansOnSale(prices).find(({ priceId }) => priceId === switchable.item.price_id)?.plan.name;
    return [{ subscription, price: switchable.item.price_id, name: name ?? switchable.item.name }];
  });
  const facts: PlanFacts = {
    now,
    trials,
    active: new Set(entitlements.filter(({ kind }) => kind === 'feature').map(({ name }) => name)),
    sources: sources.get(practiceId) ?? noInputs,
    withheld,
    blocked,
    unsettled: unsettled.size > 0 ? BEING_CONFIRMED : null,
    blockerOf: (plan) => findStartBlocker(plan, subscriptions, prices, shared),
    switchable,
    isBeside: (subscriptionId, plan) =>
      isSubscribedElsewhere(subscriptionId, plan, subscriptions, { keyOf: prices.keyOf, shared }),
  };
  return plansOnSale(prices).map(({ plan, priceId }) => {
    const running = trials.find((trial) => trial.plan_key === plan.key && trial.state === 'active');
    const hasDates = running?.trial_start && running.trial_end && running.subscription_id !== null;
    return {
      ...planView(plan, priceId),
      bundles: plan.bundles.map(bundleContents),
      description: plan.description,
      trial_settings: { trial_days: plan.trialDays, max_trials_allowed: plan.maxTrials },
      trial_eligibility: eligibilityOf(plan, trials),
      active_trial: hasDates
        ? {
            id: running.subscription_id ?? '',
            trial_start: epochSeconds(running.trial_start ?? now),
            trial_end: epochSeconds(running.trial_end ?? now),
            days_left: Math.max(0, Math.ceil((epochSeconds(running.trial_end ?? now) - epochSeconds(now)) / DAY_S)),
            cancel: unsettledTrials.has(subscriptionLease(running.subscription_id ?? ''))
              ? { allowed: false, reason: BEING_CONFIRMED }
              : { allowed: true, reason: null },
          }
        : null,
      offer: offerOf(plan, priceId, facts),
    };
  });
}

/** @throws AppError `not_found` for another practice's subscription, or an unsold plan */
async function targetOf(
  db: Db,
  practiceId: number,
  { subscriptionId, planId }: { subscriptionId: string | undefined; planId: string | undefined },
  readingPrices: Promise<CataloguePrices>,
): Promise<AddOnTarget> {
  if (subscriptionId !== undefined) {
    return { kind: 'subscription', subscription: await findSubscription(db, practiceId, subscriptionId) };
  }
  return { kind: 'plan', plan: planOnSale(await readingPrices, planId ?? '') };
}

/** Every add-on, with its availability. @throws AppError `not_found` */
export async function readAddOnOffers(
  db: Db,
  practiceId: number,
  query: { subscriptionId: string | undefined; planId: string | undefined },
): Promise<AddOnOffers> {
  const readingPrices = readCataloguePrices(db);
  const readingSources = readEntitlementInputs(db, [practiceId], readingPrices);
  const [prices, target, sources, withheld] = await Promise.all([
    readingPrices,
    targetOf(db, practiceId, query, readingPrices),
    readingSources,
    readWithheld(db, practiceId, true, readingSources),
  ]);
  const context = addOnContextOf(target, sources.get(practiceId) ?? noInputs, prices);
  return {
    offers: context.features.map((feature) => {
      const status = addOnStatus(feature, context);
      return {
        ...feature,
        state: status.state,
        reason: reasonOf(feature, status, context),
        price: priceFor(feature, context.interval) ?? null,
        withheld: withheld.find(({ kind, name }) => kind === 'feature' && name === feature.feature_name) ?? null,
      };
    }),
    currency: CURRENCY,
    context: {
      interval: context.interval,
      bundles: [...context.bundles],
      active: [...context.active],
      included: [...(context.included ?? [])],
    },
  };
}

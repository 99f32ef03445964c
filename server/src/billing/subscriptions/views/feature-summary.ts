/** The data of a practice's Subscriptions page, read only from the mirror. */
import type { Bundle, Feature, FeatureSummary, Subscription } from 'shared-api/contracts';
import { bundles, bundlesByName, toNamedProduct, plansByKey } from '../../catalogue/catalogue.js';
import { type CataloguePrices, readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { featureFlags } from '../../../access/practice-records/feature-flag-catalog.js';
import { features } from '../../catalogue/features.js';
import type { Db } from '../../../platform/database/tables.js';
import { type Entitlement, isTrialOnly } from '../../entitlements/entitlements.js';
import { readEntitlementInputs } from '../../entitlements/entitlement-sources.js';
import { readEntitlements } from '../../entitlements/recompute.js';
import { readWithheld } from '../../entitlements/withheld.js';
import { BEING_CONFIRMED } from '../../requests/idempotent-request.js';
import { subscriptionLease } from '../../requests/lease.js';
import { listUnsettledScopes } from '../../requests/requests-repository.js';
import { readFlags } from '../../entitlements/feature-flags.js';
import { duplicateSubscriptions } from '../arrears.js';
import { type PracticeMirror, readMirror, sharedItems } from '../mirror/read-mirror.js';
import { listPendingRequests, requestContract } from '../mirror/requests-repository.js';
import { type BillingRights, summaryByRights } from './amount-visibility.js';
import { providedContract } from './provided-subscription.js';
import { allActionsRefused, scheduledContract, subscriptionContract } from './subscription-view.js';
import { type TrialRow, listTrials } from '../mirror/trials-repository.js';
import { readBillingRevision } from '../mirror/revision-repository.js';
import { epochSecondsOrNull } from '../../../platform/dates/epoch-seconds.js';

type Found = ReadonlyMap<string, Entitlement>;

const found = (entitlements: readonly Entitlement[], kind: Entitlement['kind']): Found =>
  new Map(entitlements.filter((one) => one.kind === kind).map((one) => [one.name, one]));

function bundleViews(active: Found): Bundle[] {
  return bundles.map(({ id, name, displayName, description, features: included }) => {
    const entitlement = active.get(name);
    return {
      id,
      name,
      display_name: displayName,
      description,
      included_features: [...included],
      features: included.map(toNamedProduct),
      is_active: entitlement !== undefined,
      is_trial: entitlement !== undefined && isTrialOnly(entitlement),
      trial_end_date: epochSecondsOrNull(entitlement?.trialEnd),
      sources: entitlement?.sources ?? [],
    };
  });
}

const trialWords = { starting: 'active', active: 'active', ended: 'ended', cancelled: 'cancelled' } as const;

/** The state of the latest trial that included the feature. */
function trialStatusOf(feature: string, trials: readonly TrialRow[]): string | null {
  const latest = trials.find(({ plan_key: key }) => {
    const plan = plansByKey.get(key);
    const ofBundles = plan?.bundles.flatMap((name) => bundlesByName.get(name)?.features ?? []) ?? [];
    return plan?.features.includes(feature) || ofBundles.includes(feature);
  });
  return latest ? trialWords[latest.state] : null;
}

function featureViews(active: Found, trials: readonly TrialRow[]): Feature[] {
  return features.map(({ name, displayName, description, addon }) => {
    const entitlement = active.get(name);
    return {
      name,
      display_name: displayName,
      description,
      is_active: entitlement !== undefined,
      is_trial: entitlement !== undefined && isTrialOnly(entitlement),
      trial_status: trialStatusOf(name, trials),
      trial_end_date: epochSecondsOrNull(entitlement?.trialEnd),
      addon: addon ?? false,
      sources: entitlement?.sources ?? [],
    };
  });
}

/**
 * Each subscription, followed by its schedule; then schedules without a parent. Another organization's subscription
 * contains only the data of the practice's seat.
 */
export async function subscriptionViews(
  db: Db,
  practiceId: number,
  { subscriptions, waiting, own, customers }: PracticeMirror,
  prices: CataloguePrices,
): Promise<Subscription[]> {
  const [shared, unsettled] = await Promise.all([
    sharedItems(db, practiceId, subscriptions),
    listUnsettledScopes(
      db,
      subscriptions.map(({ view }) => subscriptionLease(view.id)),
    ),
  ]);
  const twice = duplicateSubscriptions(subscriptions, prices);
  const withSchedules = subscriptions.flatMap((one) => {
    const own = subscriptionContract(one, prices, shared);
    if (!one.isOwned) return [providedContract(own)];
    const contract = { ...own, ...(twice.has(one.view.id) && { is_paid_twice: true }) };
    const scheduled = one.schedule ? scheduledContract(one.schedule, one, one, prices) : undefined;
    const isUnsettled = unsettled.has(subscriptionLease(one.view.id));
    return [isUnsettled ? allActionsRefused(contract, BEING_CONFIRMED) : contract, ...(scheduled ? [scheduled] : [])];
  });
  const standalone = waiting.flatMap((schedule) => {
    const isOwned = customers.has(schedule.customer_id);
    const scheduled = scheduledContract(schedule, { own, isOwned }, undefined, prices);
    if (!scheduled) return [];
    return [isOwned ? scheduled : providedContract(scheduled)];
  });
  return [...withSchedules, ...standalone];
}

export interface SummaryViewer {
  /** Null for people who aren't super admins. */
  dashboardUrl: string | null;
  isStaff: boolean;
  /** The person's rights to see and change billing. */
  rights: BillingRights;
}

export async function readFeatureSummary(
  db: Db,
  practiceId: number,
  { dashboardUrl, isStaff, rights }: SummaryViewer,
): Promise<FeatureSummary> {
  const readingPrices = readCataloguePrices(db);
  const [mirror, prices, entitlements, trials, flags, pending, withheld, revision] = await Promise.all([
    readMirror(db, practiceId),
    readingPrices,
    readEntitlements(db, practiceId),
    listTrials(db, practiceId),
    readFlags(db, [practiceId]),
    listPendingRequests(db, practiceId),
    readWithheld(db, practiceId, isStaff, readEntitlementInputs(db, [practiceId], readingPrices)),
    readBillingRevision(db, practiceId),
  ]);
  const summary: FeatureSummary = {
    subscriptions: await subscriptionViews(db, practiceId, mirror, prices),
    bundles: bundleViews(found(entitlements, 'bundle')),
    features: featureViews(found(entitlements, 'feature'), trials),
    feature_flags: [...(flags.get(practiceId) ?? [])].sort().map((name) => ({
      name,
      display_name: featureFlags.find((flag) => flag.name === name)?.displayName ?? name,
    })),
    dashboard_url: dashboardUrl,
    confirming: pending.length > 0,
    pending_requests: pending.map(requestContract),
    withheld,
    revision,
  };
  return summaryByRights(summary, rights);
}

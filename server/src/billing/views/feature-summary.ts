/** What the Subscriptions page shows of a practice; nothing of it is asked of the provider. */
import type { Bundle, Feature, FeatureSummary, Subscription, TrialPlan } from 'shared-api/contracts';
import { bundles, bundlesByName, named, plansByKey } from '../../catalogue/catalogue.js';
import { planView, plansOnSale } from '../../catalogue/catalogue-view.js';
import { type CataloguePrices, readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { featureFlags } from '../../catalogue/feature-flags.js';
import { features } from '../../catalogue/features.js';
import type { Db } from '../../database/tables.js';
import { type Entitlement, isTrialOnly } from '../../entitlements/entitlements.js';
import { readEntitlements } from '../../entitlements/recompute.js';
import { type PracticeMirror, readMirror } from '../mirror/read-mirror.js';
import { hasPendingRequest } from '../commands/request-states.js';
import { scheduledContract, subscriptionContract } from './subscription-view.js';
import { type TrialRow, eligibilityOf, listTrials } from '../commands/trials.js';

const seconds = (date: Date | null | undefined): number | null => (date ? Math.floor(date.getTime() / 1000) : null);

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
      features: included.map(named),
      is_active: entitlement !== undefined,
      is_trial: entitlement !== undefined && isTrialOnly(entitlement),
      trial_end_date: seconds(entitlement?.trialEnd),
      sources: entitlement?.sources ?? [],
    };
  });
}

const trialWords = { starting: 'active', active: 'active', ended: 'ended', cancelled: 'cancelled' } as const;

/** What became of the latest trial that had the feature in it. */
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
      trial_end_date: seconds(entitlement?.trialEnd),
      addon: addon ?? false,
      sources: entitlement?.sources ?? [],
    };
  });
}

/** Each subscription, followed by what is scheduled for it; then schedules without a parent. */
export function subscriptionViews(kept: PracticeMirror, { keyOf }: CataloguePrices): Subscription[] {
  const { own } = kept;
  const ofParents = kept.subscriptions.flatMap((one) => {
    const scheduled = one.schedule ? scheduledContract(one.schedule, own, one, keyOf) : undefined;
    return [subscriptionContract(one, keyOf), ...(scheduled ? [scheduled] : [])];
  });
  const waiting = kept.waiting.flatMap((schedule) => scheduledContract(schedule, own, undefined, keyOf) ?? []);
  return [...ofParents, ...waiting];
}

export async function readFeatureSummary(
  db: Db,
  practice: number,
  dashboardUrl: string | null,
): Promise<FeatureSummary> {
  const [kept, prices, entitlements, trials, flags, confirming] = await Promise.all([
    readMirror(db, practice),
    readCataloguePrices(db),
    readEntitlements(db, practice),
    listTrials(db, practice),
    db
      .selectFrom('practice_feature_flags')
      .select('name')
      .where('practice_id', '=', practice)
      .orderBy('name')
      .execute(),
    hasPendingRequest(db, practice),
  ]);
  return {
    subscriptions: subscriptionViews(kept, prices),
    bundles: bundleViews(found(entitlements, 'bundle')),
    features: featureViews(found(entitlements, 'feature'), trials),
    feature_flags: flags.map(({ name }) => ({
      name,
      display_name: featureFlags.find((flag) => flag.name === name)?.displayName ?? name,
    })),
    dashboard_url: dashboardUrl,
    confirming,
  };
}

export async function readTrialPlans(db: Db, practice: number): Promise<TrialPlan[]> {
  const [prices, trials] = await Promise.all([readCataloguePrices(db), listTrials(db, practice)]);
  return plansOnSale(prices).map(({ plan, priceId }) => {
    const running = trials.find((trial) => trial.plan_key === plan.key && trial.state === 'active');
    const [start, end] = [seconds(running?.trial_start), seconds(running?.trial_end)];
    return {
      ...planView(plan, priceId),
      description: plan.description,
      trial_settings: { trial_days: plan.trialDays, max_trials_allowed: plan.maxTrials },
      trial_eligibility: eligibilityOf(plan, trials),
      active_trial:
        running?.subscription_id == null || start === null || end === null
          ? null
          : { id: running.subscription_id, trial_start: start, trial_end: end },
    };
  });
}

/** Trials of practices: each counts, also one that was cancelled (server rule 4). */
import type { Doing } from '../../audit/actor.js';
import { type CataloguePlan, bundlesByName, named, plansByKey } from '../../catalogue/catalogue.js';
import type { Db } from '../../database/tables.js';
import { lockEntitlements } from '../../entitlements/recompute.js';
import { recordProductChanges } from '../../entitlements/product-history.js';
import { Refusal } from '../../http/refusal.js';
import type { SubscriptionSnapshot } from './snapshots.js';
import {
  type TrialRow,
  dropReservationsBefore,
  findTrialStartedBy,
  insertReservation,
  listTrials,
  updateTrial,
} from './trials-repository.js';

/** A reservation whose start the provider never told of counts no more after this time, in milliseconds. */
const RESERVATION_MS = 24 * 3_600_000;

export interface Eligibility {
  is_eligible: boolean;
  trials_used: number;
  trials_remaining: number;
  max_trials: number;
}

/** Pure: how often a plan may still be tried. */
export function eligibilityOf(
  plan: CataloguePlan,
  trials: readonly Pick<TrialRow, 'plan_key' | 'state'>[],
): Eligibility {
  const own = trials.filter(({ plan_key: key }) => key === plan.key);
  const remaining = Math.max(0, plan.maxTrials - own.length);
  const running = own.some(({ state }) => state === 'active' || state === 'starting');
  return {
    is_eligible: remaining > 0 && !running && plan.trialDays > 0,
    trials_used: own.length,
    trials_remaining: remaining,
    max_trials: plan.maxTrials,
  };
}

/**
 * Takes one of a practice's trials of a plan before the provider is asked for it. Asked again under the same id, it is
 * there already.
 *
 * @throws Refusal `trial_active`, `trial_not_available`
 */
export async function reserveTrial(
  transaction: Db,
  practice: number,
  plan: CataloguePlan,
  id: string,
  now: Date,
): Promise<void> {
  await lockEntitlements(transaction, practice);
  await dropReservationsBefore(transaction, practice, new Date(now.getTime() - RESERVATION_MS));
  const trials = await listTrials(transaction, practice);
  if (trials.some((trial) => trial.id === id)) return;
  const own = trials.filter(({ plan_key: key }) => key === plan.key);
  if (own.some(({ state }) => state === 'active' || state === 'starting')) {
    throw new Refusal(409, 'trial_active', `A trial of ${plan.name} is running already.`);
  }
  if (!eligibilityOf(plan, trials).is_eligible) {
    throw new Refusal(409, 'trial_not_available', `There is no trial of ${plan.name} left for this practice.`);
  }
  await insertReservation(transaction, { practice_id: practice, id, plan_key: plan.key, reserved_at: now });
}

const dateOf = (seconds: number | null): Date | null => (seconds === null ? null : new Date(seconds * 1000));

async function recordTrialEvent(
  transaction: Db,
  type: 'TRIAL_START' | 'TRIAL_END' | 'TRIAL_CANCEL',
  trial: TrialRow,
  view: SubscriptionSnapshot,
  doing: Doing,
): Promise<void> {
  const plan = plansByKey.get(trial.plan_key);
  const bundle = plan?.bundles[0];
  await recordProductChanges(
    transaction,
    [
      {
        practice: trial.practice_id,
        type,
        ...(bundle !== undefined && { bundle: { id: bundlesByName.get(bundle)?.id ?? null, name: bundle } }),
        product: plan?.name ?? trial.plan_key,
        trialStart: dateOf(view.trial_start),
        trialEnd: dateOf(view.trial_end),
        data: {
          subscription: view.id,
          bundles: plan?.bundles.map((name) => named(name).display_name) ?? [],
          features: plan?.features.map((name) => named(name).display_name) ?? [],
        },
      },
    ],
    doing,
  );
}

/** Brings a trial in step with its subscription, and tells the history of its start and end. */
export async function recordTrialState(transaction: Db, view: SubscriptionSnapshot, doing: Doing): Promise<void> {
  const trial = await findTrialStartedBy(transaction, view);
  if (!trial) return;
  const isTrialing = view.status === 'trialing';
  if (trial.state === 'starting' && !isTrialing && view.trial_start === null) return;
  const times = { trial_start: dateOf(view.trial_start), trial_end: dateOf(view.trial_end), subscription_id: view.id };
  const early = view.status === 'canceled' && (view.canceled_at ?? 0) < (view.trial_end ?? 0);
  const state = isTrialing ? 'active' : early ? 'cancelled' : 'ended';
  await updateTrial(transaction, trial, { ...times, state: trial.state === 'cancelled' ? 'cancelled' : state });
  if (trial.state === 'starting') await recordTrialEvent(transaction, 'TRIAL_START', trial, view, doing);
  const wasRunning = trial.state === 'starting' || trial.state === 'active';
  if (wasRunning && !isTrialing)
    await recordTrialEvent(transaction, early ? 'TRIAL_CANCEL' : 'TRIAL_END', trial, view, doing);
}

/** Trials of practices. Each trial counts, even a canceled one (server rule 4). */
import type { AuditContext } from '../../../platform/audit/actor.js';
import { type CataloguePlan, bundlesByName, toNamedProduct, plansByKey } from '../../catalogue/catalogue.js';
import type { Db } from '../../../platform/database/tables.js';
import { lockEntitlements } from '../../entitlements/recompute.js';
import { recordProductChanges } from '../../entitlements/product-history.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { SubscriptionSnapshot } from './snapshots.js';
import {
  type TrialRow,
  deleteReservationsBefore,
  findTrialStartedBy,
  insertReservation,
  listTrials,
  updateTrial,
} from './trials-repository.js';

/** How long an unconfirmed reservation counts, in milliseconds. */
const RESERVATION_MS = 24 * 3_600_000;

export interface Eligibility {
  is_eligible: boolean;
  trials_used: number;
  trials_remaining: number;
  max_trials: number;
}

/** The number of remaining trials of a plan. Pure function. */
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

/** @throws AppError `trial_active`, `trial_not_available` */
function assertEligible(plan: CataloguePlan, trials: readonly TrialRow[]): void {
  if (plan.trialDays === 0) throw new AppError(409, 'trial_not_available', `${plan.name} has no trial.`);
  const own = trials.filter(({ plan_key: key }) => key === plan.key);
  if (own.some(({ state }) => state === 'active' || state === 'starting')) {
    throw new AppError(409, 'trial_active', `A trial of ${plan.name} is already running.`);
  }
  if (!eligibilityOf(plan, trials).is_eligible) {
    throw new AppError(409, 'trial_not_available', `This practice has used every trial of ${plan.name}.`);
  }
}

/** @throws AppError `trial_active`, `trial_not_available` */
export async function assertTrialAvailable(db: Db, practiceId: number, plan: CataloguePlan): Promise<void> {
  assertEligible(plan, await listTrials(db, practiceId));
}

/**
 * Reserves one of a practice's trials of a plan before the provider is called. A retry with the same id finds the
 * reservation.
 *
 * @throws AppError `trial_active`, `trial_not_available`
 */
export async function reserveTrial(
  transaction: Db,
  practiceId: number,
  plan: CataloguePlan,
  id: string,
  now: Date,
): Promise<void> {
  await lockEntitlements(transaction, practiceId);
  await deleteReservationsBefore(transaction, practiceId, new Date(now.getTime() - RESERVATION_MS));
  const trials = await listTrials(transaction, practiceId);
  if (trials.some((trial) => trial.id === id)) return;
  assertEligible(plan, trials);
  await insertReservation(transaction, { practice_id: practiceId, id, plan_key: plan.key, reserved_at: now });
}

const dateOf = (seconds: number | null): Date | null => (seconds === null ? null : new Date(seconds * 1000));

async function recordTrialEvent(
  transaction: Db,
  type: 'TRIAL_START' | 'TRIAL_END' | 'TRIAL_CANCEL',
  trial: TrialRow,
  view: SubscriptionSnapshot,
  audit: AuditContext,
): Promise<void> {
  const plan = plansByKey.get(trial.plan_key);
  const bundle = plan?.bundles[0];
  await recordProductChanges(
    transaction,
    [
      {
        practiceId: trial.practice_id,
        type,
        ...(bundle !== undefined && { bundle: { id: bundlesByName.get(bundle)?.id ?? null, name: bundle } }),
        product: plan?.name ?? trial.plan_key,
        trialStart: dateOf(view.trial_start),
        trialEnd: dateOf(view.trial_end),
        data: {
          subscription: view.id,
          bundles: plan?.bundles.map((name) => toNamedProduct(name).display_name) ?? [],
          features: plan?.features.map((name) => toNamedProduct(name).display_name) ?? [],
        },
      },
    ],
    audit,
  );
}

/** Synchronizes a trial with its subscription, and records its start and end in the product history. */
export async function recordTrialState(
  transaction: Db,
  view: SubscriptionSnapshot,
  audit: AuditContext,
): Promise<void> {
  const trial = await findTrialStartedBy(transaction, view);
  if (!trial) return;
  const isTrialing = view.status === 'trialing';
  if (trial.state === 'starting' && !isTrialing && view.trial_start === null) return;
  const times = { trial_start: dateOf(view.trial_start), trial_end: dateOf(view.trial_end), subscription_id: view.id };
  const early = view.status === 'canceled' && (view.canceled_at ?? 0) < (view.trial_end ?? 0);
  const state = isTrialing ? 'active' : early ? 'cancelled' : 'ended';
  await updateTrial(transaction, trial, { ...times, state: trial.state === 'cancelled' ? 'cancelled' : state });
  if (trial.state === 'starting') await recordTrialEvent(transaction, 'TRIAL_START', trial, view, audit);
  const wasRunning = trial.state === 'starting' || trial.state === 'active';
  if (wasRunning && !isTrialing)
    await recordTrialEvent(transaction, early ? 'TRIAL_CANCEL' : 'TRIAL_END', trial, view, audit);
}

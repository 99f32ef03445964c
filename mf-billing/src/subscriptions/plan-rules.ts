/** What is offered of a plan (specification: billing, 4 and 5). */
import type { FeatureSummary, TrialPlan } from 'shared-api/contracts';

const DAY_SECONDS = 86_400;

/** Rounded up, never below 0. */
export function daysLeft(trialEnd: number, now: Date): number {
  return Math.max(0, Math.ceil((trialEnd - now.getTime() / 1000) / DAY_SECONDS));
}

/** Today plus the days of the trial, in epoch seconds. */
export function trialEndFrom(now: Date, trialDays: number): number {
  return Math.floor(now.getTime() / 1000) + trialDays * DAY_SECONDS;
}

export type PlanState = 'trial-active' | 'all-active' | 'trial-eligible' | 'trials-used' | 'plain';

/**
 * What a plan is to a practice. A running trial goes first, for its features are active too; a plan of nothing is never
 * had already.
 */
export function planState(
  plan: TrialPlan,
  { features, bundles }: Pick<FeatureSummary, 'features' | 'bundles'>,
): PlanState {
  if (plan.active_trial) return 'trial-active';
  const included = plan.bundles.flatMap(
    ({ name }) => bundles.find((one) => one.name === name)?.included_features ?? [],
  );
  const needed = [...plan.features.map(({ name }) => name), ...included];
  const active = new Set(features.filter(({ is_active }) => is_active).map(({ name }) => name));
  if (needed.length > 0 && needed.every((name) => active.has(name))) return 'all-active';
  if (plan.trial_settings.max_trials_allowed <= 0) return 'plain';
  return plan.trial_eligibility.is_eligible ? 'trial-eligible' : 'trials-used';
}

export interface TrialAnswers {
  /** Null while none is chosen. */
  customer: { has_payment_method: boolean } | null;
  consent: boolean;
}

/** What keeps a trial from being started, in the specification's order and words (billing, 5); undefined when nothing. */
export function trialProblem(
  { customer, consent }: TrialAnswers,
  words: { noCustomer: string; noCard: string; noConsent: string },
): string | undefined {
  if (!customer) return words.noCustomer;
  if (!customer.has_payment_method) return words.noCard;
  return consent ? undefined : words.noConsent;
}

/** Cancels a subscription or a trial immediately, without a refund (DECISIONS 2, 13). Unused time can be credited. */
import type Stripe from 'stripe';
import type { BillingOutcome } from 'shared-api/contracts';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import type { Db } from '../../../platform/database/tables.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { readFromStripe, writeToStripe } from '../../stripe/stripe-errors.js';
import type { BillingCaller, BillingContext } from '../billing-context.js';
import { isMissing } from '../mirror/fetch-snapshots.js';
import {
  type MirroredSubscription,
  assertNotShared,
  findPaidSubscription,
  findSubscription,
} from '../mirror/read-mirror.js';
import { findTrialOfSubscription } from '../mirror/trials-repository.js';
import { assertActive } from './add-items.js';
import type { CommandDescription } from './finish-command.js';
import { runCommand } from './run-command.js';

/** @throws AppError `not_found`, `not_active`, `shared` */
export async function planCancellation(
  db: Db,
  practiceId: number,
  subscriptionId: string,
): Promise<MirroredSubscription> {
  const subscription = await findPaidSubscription(db, practiceId, subscriptionId);
  assertActive(subscription, 'be canceled');
  await assertNotShared(db, practiceId, subscription.items, 'canceled');
  return subscription;
}

/** Billing reasons of invoices that charge a whole period. */
const PERIOD_REASONS: ReadonlySet<string> = new Set(['subscription_create', 'subscription_cycle']);

/**
 * Unused time is credited only if it was paid, and if the provider keeps the invoice that credits it. While collection is paused
 * it voids new invoices, keeps them as drafts or writes them off: https://docs.stripe.com/billing/subscriptions/pause-payment
 *
 * @throws AppError `collection_paused`, `period_unpaid`
 */
export async function assertCreditable(stripe: Stripe, { view }: MirroredSubscription): Promise<void> {
  if (view.is_paused === true) {
    const message =
      'Collection is paused at the payment provider, so unused time can’t be credited. Cancel the subscription without credit.';
    throw new AppError(409, 'collection_paused', message);
  }
  const { data } = await readFromStripe(() =>
    stripe.invoices.list({ subscription: view.id, created: { gte: view.period.start }, limit: 100 }),
  );
  const charged = data.find(({ billing_reason: reason }) => PERIOD_REASONS.has(reason ?? ''));
  if (charged && charged.status !== 'paid') {
    const message =
      'The current period isn’t paid, so there is nothing to credit. Cancel the subscription without credit.';
    throw new AppError(409, 'period_unpaid', message);
  }
}

/** Ends it immediately, without a refund. Safe to repeat. @param withCredit credits the unused time to the balance */
export async function endNow({ stripe }: BillingContext, subscriptionId: string, withCredit = false): Promise<void> {
  await writeToStripe(() =>
    stripe.subscriptions
      .cancel(subscriptionId, { invoice_now: withCredit, prorate: withCredit })
      .catch((error: unknown) => {
        // An earlier attempt already canceled it. Canceling has no idempotency key at the provider.
        const isAlreadyCanceled = error instanceof Error && 'code' in error && error.code === 'resource_missing';
        if (!isMissing(error) && !isAlreadyCanceled) throw error;
      }),
  );
}

interface Cancellation {
  subscriptionId: string;
  /** Credits the unused time to the customer's balance. */
  withCredit?: boolean | undefined;
}

export function cancelSubscription(
  context: BillingContext,
  { subscriptionId, withCredit = false }: Cancellation,
  caller: BillingCaller,
): Promise<BillingOutcome> {
  const { db, practiceId } = context;
  const description: CommandDescription = {
    action: 'subscription.cancel',
    after: { status: 'canceled', ...(withCredit && { with_credit: true }) },
    doneMessage: 'Subscription canceled',
    failedMessage: 'Nothing was canceled.',
  };
  const content = { subscription: subscriptionId, ...(withCredit && { withCredit }) };
  const command = { name: 'cancel', content, subscriptionId, description };
  return runCommand(context, command, caller, async (attempt) => {
    const subscription = await planCancellation(db, practiceId, subscriptionId);
    if (withCredit) await assertCreditable(context.stripe, subscription);
    await attempt.markSent();
    await endNow(context, subscriptionId, withCredit);
    return { subscriptionId, prices: [] };
  });
}

interface TrialOfPlan {
  planId: string;
  /** Id of the trial's subscription. */
  trialId: string;
}

/** @throws AppError `not_found` when the plan has no such trial */
async function stateOfTrial(db: Db, practiceId: number, { planId, trialId }: TrialOfPlan): Promise<string> {
  const { keyOf } = await readCataloguePrices(db);
  const row = await findTrialOfSubscription(db, practiceId, trialId);
  if (row?.plan_key === undefined || row.plan_key !== keyOf.get(planId))
    throw notFound('This plan has no trial to cancel.');
  return row.state;
}

/** @throws AppError `not_found`, `trial_over`, `shared` */
export async function planTrialCancellation(
  db: Db,
  practiceId: number,
  trial: TrialOfPlan,
): Promise<MirroredSubscription> {
  const state = await stateOfTrial(db, practiceId, trial);
  if (state !== 'active') throw new AppError(409, 'trial_over', 'This trial has already ended.');
  const subscription = await findSubscription(db, practiceId, trial.trialId);
  await assertNotShared(db, practiceId, subscription.items, 'canceled');
  return subscription;
}

/**
 * Ends a trial. It counts as used.
 *
 * @throws AppError `not_found` when the plan has no such trial, `trial_over`, `shared`
 */
export function cancelTrial(
  context: BillingContext,
  trial: TrialOfPlan,
  caller: BillingCaller,
): Promise<BillingOutcome> {
  const { db, practiceId } = context;
  const { planId, trialId } = trial;
  const description: CommandDescription = {
    action: 'trial.cancel',
    after: { plan: planId },
    doneMessage: 'Trial canceled',
    failedMessage: 'Nothing was canceled.',
  };
  const content = { plan: planId, trial: trialId };
  const command = { name: 'cancel-trial', content, subscriptionId: trialId, description };
  return runCommand(context, command, caller, async (attempt) => {
    await planTrialCancellation(db, practiceId, trial);
    await attempt.markSent();
    await endNow(context, trialId);
    return { subscriptionId: trialId, prices: [] };
  });
}

/** Ending a subscription or a trial at once, without refund (DECISIONS 2, 13). */
import type { BillingOutcome } from 'shared-api/contracts';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import type { Db } from '../../database/tables.js';
import { Refusal, invalid, notFound } from '../../http/refusal.js';
import { atStripe } from '../../stripe/stripe-errors.js';
import { type BillingCaller, type BillingContext, told } from './billing-command.js';
import { assertActive } from './add-items.js';
import { isGone } from '../mirror/fetch-snapshots.js';
import { findSubscription, assertNotShared } from '../mirror/read-mirror.js';
import { withIdempotencyKey } from '../../idempotency/idempotent-request.js';
import type { MirroredSubscription } from '../views/subscription-view.js';

/** @throws Refusal `not_found`, `not_active`, `shared` */
export async function planCancellation(db: Db, practice: number, subscription: string): Promise<MirroredSubscription> {
  const kept = await findSubscription(db, practice, subscription);
  assertActive(kept, 'be cancelled');
  await assertNotShared(db, practice, kept.items, 'cancelled');
  return kept;
}

async function endNow({ stripe }: BillingContext, subscription: string): Promise<void> {
  await atStripe(() =>
    stripe.subscriptions.cancel(subscription, { invoice_now: false, prorate: false }).catch((error: unknown) => {
      // Ended by an earlier attempt; deleting has no idempotency key at the provider.
      if (!isGone(error) && !(error instanceof Error && 'code' in error && error.code === 'resource_missing'))
        throw error;
    }),
  );
}

export function cancelSubscription(
  on: BillingContext,
  { subscription, named }: { subscription: string; named: string },
  { actor, now, key }: BillingCaller,
): Promise<BillingOutcome> {
  const { db, practice } = on;
  if (subscription !== named) {
    return Promise.reject(
      invalid('The body names another subscription than the address.', { subscription_id: 'Another subscription' }),
    );
  }
  return withIdempotencyKey(
    db,
    { practice, action: 'cancel', actor, key, content: { subscription }, subscription },
    async ({ again }) => {
      const done = { message: 'Subscription cancelled', action: 'subscription.cancel', after: { status: 'canceled' } };
      const { view } = await findSubscription(db, practice, subscription);
      if (again && view.status === 'canceled') return told(on, subscription, done, { actor, now });
      await planCancellation(db, practice, subscription);
      await endNow(on, subscription);
      return told(on, subscription, done, { actor, now });
    },
  );
}

interface TrialOfPlan {
  plan: string;
  /** Id of its subscription. */
  trial: string;
}

/** @throws Refusal `not_found` when the plan has no such trial */
async function stateOfTrial(db: Db, practice: number, { plan, trial }: TrialOfPlan): Promise<string> {
  const { keyOf } = await readCataloguePrices(db);
  const row = await db
    .selectFrom('practice_trials')
    .select(['plan_key', 'state'])
    .where('practice_id', '=', practice)
    .where('subscription_id', '=', trial)
    .executeTakeFirst();
  if (row?.plan_key === undefined || row.plan_key !== keyOf.get(plan)) throw notFound('This plan has no such trial.');
  return row.state;
}

/** @throws Refusal `not_found`, `trial_over`, `shared` */
export async function planTrialCancellation(db: Db, practice: number, of: TrialOfPlan): Promise<MirroredSubscription> {
  const state = await stateOfTrial(db, practice, of);
  if (state !== 'active') throw new Refusal(409, 'trial_over', 'This trial is over already.');
  const kept = await findSubscription(db, practice, of.trial);
  await assertNotShared(db, practice, kept.items, 'cancelled');
  return kept;
}

/**
 * Ends a trial. It counts as used.
 *
 * @throws Refusal `not_found` when the plan has no such trial, `trial_over`, `shared`
 */
export function cancelTrial(
  on: BillingContext,
  { plan, trial }: TrialOfPlan,
  { actor, now, key }: BillingCaller,
): Promise<BillingOutcome> {
  const { db, practice } = on;
  return withIdempotencyKey(db, { practice, action: 'cancel-trial', actor, key, content: { plan, trial } }, async ({ again }) => {
    const done = { message: 'Trial cancelled', action: 'trial.cancel', after: { plan } };
    const state = await stateOfTrial(db, practice, { plan, trial });
    if (again && state === 'cancelled') return told(on, trial, done, { actor, now });
    await planTrialCancellation(db, practice, { plan, trial });
    await endNow(on, trial);
    return told(on, trial, done, { actor, now });
  });
}

/** Starting a plan, or its trial (specification: billing, 4 and 5; server rules 4 and 5). */
import type { BillingOutcome, ChosenFeature } from 'shared-api/contracts';
import { type CataloguePlan, allFeaturesOf, plansByKey } from '../../catalogue/catalogue.js';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { optionalFeatures } from '../../catalogue/catalogue-view.js';
import type { Db } from '../../database/tables.js';
import { inTransaction } from '../../database/transaction.js';
import { readEntitlements } from '../../entitlements/recompute.js';
import { Refusal, notFound } from '../../http/refusal.js';
import { atStripe } from '../../stripe/stripe-errors.js';
import {
  type BillingCaller,
  type BillingContext,
  WITH_SECRET,
  chargeOrRequireAction,
  openSecret,
  assertOwnCustomer,
  payingCard,
  told,
  type Done,
} from './billing-command.js';
import { pricesOfChosen } from './chosen-add-ons.js';
import { type Attempt, type Made, withIdempotencyKey } from '../../idempotency/idempotent-request.js';
import { PRACTICE_KEY, REQUEST_KEY } from '../mirror/snapshots.js';
import { dropReservation, reserveTrial } from './trials.js';
import { resumeIncompleteStart } from './resume-start.js';

export interface StartPlan {
  /** Id of the plan's price. */
  plan: string;
  customer: string;
  chosen: readonly ChosenFeature[] | undefined;
}

export interface PlannedStart {
  plan: CataloguePlan;
  /** Ids of all prices, the plan's first. */
  prices: string[];
}

/**
 * Judges a start by what we know ourselves.
 *
 * @throws Refusal `not_found` for a plan that is not on sale or a customer of others, `already_active`, `invalid`
 */
export async function planStart(
  db: Db,
  practice: number,
  { plan: planId, customer, chosen }: StartPlan,
): Promise<PlannedStart> {
  await assertOwnCustomer(db, practice, customer);
  const prices = await readCataloguePrices(db);
  const key = prices.keyOf.get(planId);
  const plan = key === undefined ? undefined : plansByKey.get(key);
  if (!plan || prices.current.get(plan.key) !== planId) throw notFound('There is no such plan.');
  const entitlements = await readEntitlements(db, practice);
  const active = new Set(entitlements.filter(({ kind }) => kind === 'feature').map(({ name }) => name));
  const brings = allFeaturesOf(plan);
  if ([...brings].every((name) => active.has(name))) {
    throw new Refusal(409, 'already_active', 'All features of this plan are active already.');
  }
  if (!chosen || chosen.length === 0) return { plan, prices: [planId] };
  const addOns = pricesOfChosen(chosen, {
    features: optionalFeatures(prices),
    interval: plan.interval,
    bundles: plan.bundles,
    active: [...active, ...brings],
  });
  return { plan, prices: [planId, ...addOns] };
}

const contentOf = ({ plan, customer, chosen }: StartPlan) => ({
  plan,
  customer,
  chosen: (chosen ?? []).map(({ feature_name, plan_id }) => [feature_name, plan_id]),
});

/** The subscription that an earlier attempt has started, if it has been seen here since. */
async function startedBefore(db: Db, { id, again }: Attempt, customer: string): Promise<string | undefined> {
  if (!again) return undefined;
  const rows = await db
    .selectFrom('billing_subscriptions')
    .select(['id', 'shown'])
    .where('customer_id', '=', customer)
    .execute();
  return rows.find(({ shown }) => shown.request === id)?.id;
}

async function makeSubscription(
  on: BillingContext,
  { customer, prices, trialDays }: { customer: string; prices: readonly string[]; trialDays: number | undefined },
  { id }: Attempt,
  done: Done,
  { actor, now }: BillingCaller,
): Promise<Made> {
  const { stripe, practice } = on;
  const { given } = await payingCard(stripe, customer);
  const made = await atStripe(() =>
    chargeOrRequireAction((behavior, step) =>
      stripe.subscriptions.create(
        {
          customer,
          items: prices.map((price) => ({ price, metadata: { [PRACTICE_KEY]: String(practice) } })),
          metadata: { [PRACTICE_KEY]: String(practice), [REQUEST_KEY]: id },
          ...(given !== undefined && { default_payment_method: given }),
          ...(trialDays !== undefined && {
            trial_period_days: trialDays,
            trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
          }),
          payment_behavior: behavior,
          expand: WITH_SECRET,
        },
        { idempotencyKey: `${id}:${step}` },
      ),
    ),
  );
  return told(on, made.id, done, { actor, now }, openSecret(made));
}

/** Starts a plan, charged now. */
export function startPlan(on: BillingContext, start: StartPlan, doing: BillingCaller): Promise<BillingOutcome> {
  const { db, practice } = on;
  const { actor, key, now } = doing;
  return withIdempotencyKey(db, { practice, action: 'start', actor, key, content: contentOf(start) }, async (attempt) => {
    const done = { message: 'Subscription started', action: 'subscription.start', after: contentOf(start) };
    const before = await startedBefore(db, attempt, start.customer);
    if (before !== undefined) return told(on, before, done, { actor, now });
    const { prices } = await planStart(db, practice, start);
    const taken = attempt.again ? undefined : await resumeIncompleteStart(on, start, { actor, now });
    if (taken) return told(on, taken.subscription, done, { actor, now }, taken.secret);
    return makeSubscription(on, { customer: start.customer, prices, trialDays: undefined }, attempt, done, doing);
  });
}

/**
 * Starts a plan's trial; the first charge is at its end.
 *
 * @throws Refusal `consent_required`, `payment_method_required`, `trial_active`, `trial_not_available` and those of a start
 */
export function startTrial(
  on: BillingContext,
  start: StartPlan & { consent: boolean },
  doing: BillingCaller,
): Promise<BillingOutcome> {
  const { db, practice } = on;
  const { actor, key, now } = doing;
  if (!start.consent) {
    const words = 'Please provide consent to start the trial';
    return Promise.reject(new Refusal(422, 'consent_required', words, { fields: { consent_given: words } }));
  }
  return withIdempotencyKey(db, { practice, action: 'start-trial', actor, key, content: contentOf(start) }, async (attempt) => {
    const done = { message: 'Trial started', action: 'trial.start', after: { ...contentOf(start), consent: true } };
    const before = await startedBefore(db, attempt, start.customer);
    if (before !== undefined) return told(on, before, done, { actor, now });
    const { plan, prices } = await planStart(db, practice, start);
    await inTransaction(db, (transaction) => reserveTrial(transaction, practice, plan, attempt.id, now));
    try {
      const { customer } = start;
      return await makeSubscription(on, { customer, prices, trialDays: plan.trialDays }, attempt, done, doing);
    } catch (error) {
      // What the provider refused did not begin; what it did not answer may have.
      const isRefused =
        error instanceof Refusal && error.code !== 'provider_unavailable' && error.code !== 'already_running';
      if (isRefused) await dropReservation(db, practice, attempt.id);
      throw error;
    }
  });
}

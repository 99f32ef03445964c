/** Starts a plan or its trial (specification: billing, 4 and 5; server rules 4 and 5). */
import Stripe from 'stripe';
import type { BillingOutcome, ChosenFeature } from 'shared-api/contracts';
import { type CataloguePlan, allFeaturesOf, plansByKey } from '../../catalogue/catalogue.js';
import { type CataloguePrices, readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import type { Db } from '../../../platform/database/tables.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { readEntitlements } from '../../entitlements/recompute.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { type Attempt, isUncertain } from '../../requests/idempotent-request.js';
import { readFromStripe, writeToStripe } from '../../stripe/stripe-errors.js';
import { readAddOnContext } from '../add-on-rules.js';
import type { BillingCaller, BillingContext } from '../billing-context.js';
import { type MirroredSubscription, hasSeat, readMirror, sharedItems } from '../mirror/read-mirror.js';
import { refreshSubscription } from '../mirror/refresh.js';
import { PRACTICE_KEY, REQUEST_KEY, idOf } from '../mirror/snapshots.js';
import { deleteReservation } from '../mirror/trials-repository.js';
import { reserveTrial } from '../mirror/trials.js';
import { isOfProduct, listBlockedFromTrials, findStartBlocker, startBeingCollected } from '../arrears.js';
import { assertOwnCustomer, cardForStart } from './cards.js';
import { pricesOfAddOns } from './selected-add-ons.js';
import {
  EXPAND_SECRET,
  declinedError,
  isCollectingFirstPayment,
  pendingPayment,
  voidOpenInvoice,
} from './payment-outcome.js';
import { type CommandDescription, type ProviderChange, purchaseOf } from './finish-command.js';
import { runCommand } from './run-command.js';
import { leavingOut, periodIn } from '../views/provider-previews.js';
import { assertExpectedDue } from './stale-preview.js';

export interface StartPlan {
  /** Id of the plan's price. */
  plan: string;
  customer: string;
  selected: readonly ChosenFeature[] | null | undefined;
}

export interface StartCost {
  /** The preview's amount that is due now, in cents. */
  expectedDue?: number | undefined;
  /** The card to charge. Absent: the default card. */
  card?: string | undefined;
}

export interface PlannedStart {
  plan: CataloguePlan;
  /** Ids of all prices, the plan's first. */
  prices: string[];
}

/** @throws AppError `not_found` for a price that isn't a currently sold plan */
export function planOnSale(prices: CataloguePrices, planId: string): CataloguePlan {
  const plan = plansByKey.get(prices.keyOf.get(planId) ?? '');
  if (!plan || prices.current.get(plan.key) !== planId) throw notFound('This plan isn’t available. Reload the page.');
  return plan;
}

/** True when the practice already has every feature of the plan, so starting it would give nothing. */
export function hasAllOf(plan: CataloguePlan, active: ReadonlySet<string>): boolean {
  return [...allFeaturesOf(plan)].every((name) => active.has(name));
}

/**
 * Validates a start against the console's own data, without calling the provider.
 *
 * @throws AppError `not_found` for an unsold plan or another practice's customer, `already_active`,
 *   `plan_owed`, `plan_paused`, `plan_unused`, `invalid`
 */
export async function planStart(
  db: Db,
  practiceId: number,
  { plan: planId, customer: customerId, selected }: StartPlan,
): Promise<PlannedStart> {
  await assertOwnCustomer(db, practiceId, customerId);
  const prices = await readCataloguePrices(db);
  const plan = planOnSale(prices, planId);
  const entitlements = await readEntitlements(db, practiceId);
  const active = new Set(entitlements.filter(({ kind }) => kind === 'feature').map(({ name }) => name));
  if (hasAllOf(plan, active)) {
    throw new AppError(409, 'already_active', 'All features of this plan are already active.');
  }
  const { subscriptions } = await readMirror(db, practiceId);
  const shared = await sharedItems(db, practiceId, subscriptions);
  const blocker = findStartBlocker(plan, subscriptions, prices, shared);
  if (blocker) throw new AppError(409, blocker.code, blocker.reason);
  if (!selected || selected.length === 0) return { plan, prices: [planId] };
  const context = await readAddOnContext(db, practiceId, { kind: 'plan', plan }, prices);
  return { plan, prices: [planId, ...pricesOfAddOns(selected, context)] };
}

/**
 * The invoice that a start would create now.
 *
 * @param trialEnd of a trial, in epoch seconds
 * @param taken what an earlier invoice includes, as for `leavingOut`
 */
export function previewOfStart(
  stripe: Stripe,
  customerId: string,
  priceIds: readonly string[],
  { trialEnd, taken = [] }: { trialEnd?: number; taken?: readonly string[] } = {},
): Promise<Stripe.Invoice> {
  return stripe.invoices.createPreview({
    customer: customerId,
    ...leavingOut(taken),
    subscription_details: {
      items: priceIds.map((priceId) => ({ price: priceId })),
      ...(trialEnd !== undefined && { trial_end: trialEnd }),
    },
  });
}

const DAY_S = 86_400;

const NOTHING_STARTED = 'Nothing was started. Try another card.';

const contentOf = ({ plan, customer: customerId, selected }: StartPlan) => ({
  plan,
  customer: customerId,
  // The key is part of stored fingerprints.
  chosen: (selected ?? []).map(({ feature_name, plan_id }) => [feature_name, plan_id]),
});

/** Decline codes that require the person's confirmation: https://docs.stripe.com/declines/codes */
const ASKS_PERSON = new Set(['authentication_required', 'subscription_payment_intent_requires_action']);

/**
 * Charges immediately or creates nothing. Only if the bank requires confirmation is the subscription created with an
 * open payment, which grants nothing until it is paid.
 */
async function chargeOrRequireAction(
  call: (behavior: 'error_if_incomplete' | 'allow_incomplete', step: string) => Promise<Stripe.Subscription>,
): Promise<Stripe.Subscription> {
  try {
    return await call('error_if_incomplete', 'now');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!ASKS_PERSON.has(code)) throw error;
    return call('allow_incomplete', 'asked');
  }
}

interface NewSubscription {
  customer: string;
  prices: readonly string[];
  trialDays?: number;
  /** Absent: the customer's default card. */
  card: string | undefined;
}

async function createSubscription(
  { stripe, practiceId }: BillingContext,
  { customer: customerId, prices: priceIds, trialDays, card: cardId }: NewSubscription,
  { id }: Attempt,
  { failedMessage }: CommandDescription,
): Promise<ProviderChange> {
  return writeToStripe(async () => {
    const subscription = await chargeOrRequireAction((behavior, step) =>
      stripe.subscriptions.create(
        {
          customer: customerId,
          items: priceIds.map((priceId) => ({ price: priceId, metadata: { [PRACTICE_KEY]: String(practiceId) } })),
          metadata: { [PRACTICE_KEY]: String(practiceId), [REQUEST_KEY]: id },
          ...(cardId !== undefined && { default_payment_method: cardId }),
          ...(trialDays !== undefined && {
            trial_period_days: trialDays,
            trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
          }),
          payment_behavior: behavior,
          expand: EXPAND_SECRET,
        },
        { idempotencyKey: `${id}:${step}` },
      ),
    ).catch((error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      throw declinedError(error.message, failedMessage);
    });
    const payment = await pendingPayment(stripe, subscription, failedMessage);
    return { subscriptionId: subscription.id, prices: priceIds, payment };
  });
}

/** A plan's starts, at any interval, that wait for the person's confirmation at their bank. */
async function listIncompleteStarts(
  db: Db,
  practiceId: number,
  planId: string,
): Promise<{ plan: CataloguePlan; starts: MirroredSubscription[] }> {
  const prices = await readCataloguePrices(db);
  const plan = planOnSale(prices, planId);
  const { subscriptions } = await readMirror(db, practiceId);
  const starts = subscriptions.filter(
    (one) => one.isOwned && hasSeat(one) && one.view.status === 'incomplete' && isOfProduct(one, plan, prices),
  );
  return { plan, starts };
}

/**
 * Cancels an unconfirmed start, so that only one payment is open. Mirrors a start that has been paid.
 *
 * @throws AppError `plan_collecting`
 */
async function endIncompleteStart(
  context: BillingContext,
  id: string,
  plan: CataloguePlan,
  caller: BillingCaller,
): Promise<void> {
  const { stripe } = context;
  await writeToStripe(async () => {
    const subscription = await stripe.subscriptions.retrieve(id, { expand: EXPAND_SECRET });
    if (await isCollectingFirstPayment(stripe, subscription)) {
      const { code, reason } = startBeingCollected(plan);
      throw new AppError(409, code, reason);
    }
    if (subscription.status === 'incomplete') {
      await voidOpenInvoice(stripe, idOf(subscription.latest_invoice));
      const after = await stripe.subscriptions.retrieve(id);
      if (after.status === 'incomplete') await stripe.subscriptions.cancel(id);
    }
    await refreshSubscription(context, id, caller);
  });
}

/** @returns the open payment of an incomplete start of exactly the same prices; undefined when a new start is needed */
async function resumeIncompleteStart(
  { stripe }: BillingContext,
  { view, items }: MirroredSubscription,
  start: StartPlan & StartCost,
): Promise<ProviderChange | undefined> {
  const selectedPrices = [start.plan, ...(start.selected ?? []).map(({ plan_id: priceId }) => priceId)];
  const isSame =
    view.customer_id === start.customer &&
    items.length === selectedPrices.length &&
    items.every(({ price_id: priceId }) => selectedPrices.includes(priceId));
  if (!isSame || start.card !== undefined) return undefined;
  return readFromStripe(async () => {
    const subscription = await stripe.subscriptions.retrieve(view.id, { expand: EXPAND_SECRET });
    if (subscription.status !== 'incomplete') return undefined;
    const payment = await pendingPayment(stripe, subscription, NOTHING_STARTED).catch(() => undefined);
    if (!payment || payment.isCollecting === true) return undefined;
    return { subscriptionId: view.id, prices: selectedPrices, payment };
  });
}

/** @throws AppError `customer_owes` */
export async function assertNotInArrears(db: Db, customerId: string): Promise<void> {
  const [blocked] = await listBlockedFromTrials(db, [customerId]);
  if (blocked) throw new AppError(409, 'customer_owes', blocked.reason);
}

/** Starts a plan and charges it now. */
export function startPlan(
  context: BillingContext,
  { expectedDue, card: cardId, ...start }: StartPlan & StartCost,
  caller: BillingCaller,
): Promise<BillingOutcome> {
  const { db, practiceId } = context;
  const description: CommandDescription = {
    action: 'subscription.start',
    after: contentOf(start),
    doneMessage: 'Subscription started',
    failedMessage: NOTHING_STARTED,
  };
  const content = { ...contentOf(start), card: cardId ?? null };
  return runCommand(context, { name: 'start', content, description }, caller, async (attempt) => {
    const incompletes = await listIncompleteStarts(db, practiceId, start.plan);
    for (const incomplete of incompletes.starts) {
      const resumed = await resumeIncompleteStart(context, incomplete, { ...start, card: cardId });
      if (resumed) return resumed;
      await endIncompleteStart(context, incomplete.view.id, incompletes.plan, caller);
    }
    const { prices: priceIds } = await planStart(db, practiceId, start);
    const card = await cardForStart(context.stripe, start.customer, cardId, true);
    if (expectedDue !== undefined) {
      const preview = await readFromStripe(() => previewOfStart(context.stripe, start.customer, priceIds));
      assertExpectedDue(preview.amount_due, expectedDue);
    }
    await attempt.markSent({ purchase: purchaseOf(description, caller, priceIds) });
    return createSubscription(context, { customer: start.customer, prices: priceIds, card }, attempt, description);
  });
}

/**
 * Starts a plan's trial. The first charge is at its end.
 *
 * @throws AppError `consent_required`, `payment_method_required`, `customer_owes`, `trial_active`,
 *   `trial_not_available`, `preview_outdated` and those of a start
 */
export function startTrial(
  context: BillingContext,
  // A trial is free, unless the person has seen what else its invoice charges.
  { consent, expectedDue = 0, card: cardId, ...start }: StartPlan & StartCost & { consent: boolean },
  caller: BillingCaller,
): Promise<BillingOutcome> {
  const { db, practiceId } = context;
  if (!consent) {
    const message = 'Please provide consent to start the trial';
    return Promise.reject(new AppError(422, 'consent_required', message, { fields: { consent_given: message } }));
  }
  const description: CommandDescription = {
    action: 'trial.start',
    after: { ...contentOf(start), consent: true },
    doneMessage: 'Trial started',
    failedMessage: NOTHING_STARTED,
  };
  const content = { ...contentOf(start), card: cardId ?? null };
  return runCommand(context, { name: 'start-trial', content, description }, caller, async (attempt) => {
    const { plan, prices: priceIds } = await planStart(db, practiceId, start);
    const { starts } = await listIncompleteStarts(db, practiceId, start.plan);
    for (const { view } of starts) await endIncompleteStart(context, view.id, plan, caller);
    await assertNotInArrears(db, start.customer);
    const card = await cardForStart(context.stripe, start.customer, cardId, false);
    const preview = await readFromStripe(async () => {
      const { start: begin } = periodIn(await previewOfStart(context.stripe, start.customer, priceIds));
      const trialEnd = begin + plan.trialDays * DAY_S;
      return previewOfStart(context.stripe, start.customer, priceIds, { trialEnd });
    });
    assertExpectedDue(preview.amount_due, expectedDue);
    await inTransaction(db, (transaction) => reserveTrial(transaction, practiceId, plan, attempt.id, caller.now));
    try {
      await attempt.markSent({ purchase: purchaseOf(description, caller, priceIds) });
      const trial = { customer: start.customer, prices: priceIds, trialDays: plan.trialDays, card };
      return await createSubscription(context, trial, attempt, description);
    } catch (error) {
      // A rejected call didn't start the trial. A call without a response may have.
      if (!isUncertain(error)) await deleteReservation(db, practiceId, attempt.id);
      throw error;
    }
  });
}

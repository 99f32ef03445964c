/** Determines what a subscription command with an unknown outcome changed, by reading the provider. */
import Stripe from 'stripe';
import type { OpenInvoiceChoice } from 'shared-api/contracts';
import { type AuditContext, systemActor } from '../../../platform/audit/actor.js';
import type { BillingPurchase } from '../../requests/requests-tables.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { sentAttempt } from '../../requests/idempotent-request.js';
import { type StoredRequest, findRequestById, storeOutcome } from '../../requests/requests-repository.js';
import { isRefusedByProvider } from '../../stripe/stripe-errors.js';
import type { BillingContext } from '../billing-context.js';
import { fetchSubscription } from '../mirror/fetch-snapshots.js';
import { type BillingMirror, refreshSubscription } from '../mirror/refresh.js';
import { idOf, REQUEST_KEY, type SubscriptionSnapshot, stopDateOf } from '../mirror/snapshots.js';
import { deleteReservation } from '../mirror/trials-repository.js';
import { isOver } from '../../stripe/statuses.js';
import { completePurchases } from './complete-purchases.js';
import { type CommandDescription, type ProviderChange, finishCommand } from './finish-command.js';
import { EXPAND_SECRET, pendingPayment, voidOpenInvoicesOf } from './payment-outcome.js';
import { isUnneeded, WITH_SUBSCRIPTION } from './schedule-phases.js';

const MAX_SUBSCRIPTIONS = 10_000;

/** A request, with its command's stored data about the purchase. */
interface Unsettled extends StoredRequest {
  purchase: BillingPurchase;
}

/** Returns the provider's state of a request's change. Undefined: nothing changed. */
type FindChange = (context: BillingContext, request: Unsettled) => Promise<ProviderChange | undefined>;

/** A list, because the provider's search lags behind: https://docs.stripe.com/search#data-freshness */
async function findStarted(
  { stripe }: BillingContext,
  { id, content }: Unsettled,
): Promise<Stripe.Subscription | undefined> {
  const { customer } = content as { customer: string };
  const all = await stripe.subscriptions
    .list({ customer, status: 'all', limit: 100 })
    .autoPagingToArray({ limit: MAX_SUBSCRIPTIONS });
  return all.find(({ metadata }) => metadata[REQUEST_KEY] === id);
}

const findStart: FindChange = async (context, request) => {
  const { stripe } = context;
  const started = await findStarted(context, request);
  if (!started) return undefined;
  const subscription = await stripe.subscriptions.retrieve(started.id, { expand: EXPAND_SECRET });
  const payment = await pendingPayment(stripe, subscription, request.purchase.failedMessage);
  return { subscriptionId: subscription.id, prices: request.purchase.prices, payment };
};

type Item = NonNullable<BillingPurchase['expected']>[number];

const hasAll = (has: readonly Item[], expected: readonly Item[]): boolean =>
  expected.every(({ price, quantity }) => has.some((one) => one.price === price && one.quantity >= quantity));

const itemsOf = (items: readonly Stripe.SubscriptionItem[]): Item[] =>
  items.map(({ price, quantity = 1 }) => ({ price: price.id, quantity }));

/**
 * Items can't store the request's id, because a pending change has no metadata. The items show whether the change was
 * made.
 */
const findItems: FindChange = async ({ stripe }, { subscriptionId, purchase }) => {
  const { expected, prices, failedMessage } = purchase;
  if (subscriptionId === null || expected === undefined) return undefined;
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: EXPAND_SECRET });
  const change = { subscriptionId, prices, isMissingInPhases: true };
  if (hasAll(itemsOf(subscription.items.data), expected)) return change;
  const waiting = subscription.pending_update?.subscription_items ?? [];
  if (!hasAll(itemsOf(waiting), expected)) return undefined;
  const payment = await pendingPayment(stripe, subscription, failedMessage);
  return { ...change, payment };
};

/** For changes without cost: the subscription's current state shows whether the change was made. */
const findState =
  (isMade: (subscription: SubscriptionSnapshot | undefined, itemId: string) => boolean): FindChange =>
  async ({ stripe }, { subscriptionId, content }) => {
    if (subscriptionId === null) return undefined;
    const { item = '' } = content as { item?: string };
    const subscription = await fetchSubscription(stripe, subscriptionId);
    return isMade(subscription, item) ? { subscriptionId, prices: [] } : undefined;
  };

function ends(subscription: SubscriptionSnapshot | undefined, itemId: string): boolean {
  const item = subscription?.items.find(({ id }) => id === itemId);
  return !subscription || !item || stopDateOf(item.price_id, subscription, subscription.schedule) !== null;
}

/** Like a cancellation that also voids the open invoices. */
const findEndOfUnpaid: FindChange = async (context, request) => {
  const change = await findState(isCanceled)(context, request);
  const { openInvoices } = request.content as { openInvoices: OpenInvoiceChoice };
  if (change && openInvoices === 'void') await voidOpenInvoicesOf(context.stripe, change.subscriptionId);
  return change;
};

const isCanceled = (subscription: SubscriptionSnapshot | undefined): boolean =>
  !subscription || isOver(subscription.status);

const findChange: Readonly<Record<string, FindChange>> = {
  start: findStart,
  'start-trial': findStart,
  add: findItems,
  switch: findItems,
  remove: findState(ends),
  'undo-removal': findState((subscription, itemId) => !ends(subscription, itemId)),
  cancel: findState(isCanceled),
  'end-unpaid': findEndOfUnpaid,
  'cancel-trial': findState(isCanceled),
};

/** Names of the commands that change subscriptions. */
export const SUBSCRIPTION_COMMANDS: readonly string[] = Object.keys(findChange);

const describedBy = ({ action, after, doneMessage, failedMessage }: BillingPurchase): CommandDescription => ({
  action,
  after: after as object,
  doneMessage,
  failedMessage,
});

/**
 * A removal creates a schedule in its first step. Deletes one that changes nothing; if the provider still fails, it
 * stays and does no harm.
 */
async function releaseNeedlessSchedule(stripe: Stripe, subscriptionId: string): Promise<void> {
  try {
    const scheduleId = idOf((await stripe.subscriptions.retrieve(subscriptionId)).schedule);
    if (scheduleId === null) return;
    const schedule = await stripe.subscriptionSchedules.retrieve(scheduleId, WITH_SUBSCRIPTION);
    if (isUnneeded(schedule)) await stripe.subscriptionSchedules.release(scheduleId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
  }
}

/** Nothing was changed, and nothing is left over. */
async function giveUp(context: BillingContext, request: Unsettled, audit: AuditContext): Promise<void> {
  const { db, stripe, practiceId } = context;
  const { id, action, subscriptionId, purchase } = request;
  if (subscriptionId !== null && purchase.formerCard !== undefined) {
    await stripe.subscriptions.update(subscriptionId, { default_payment_method: purchase.formerCard ?? '' });
  }
  if (subscriptionId !== null && action === 'remove') await releaseNeedlessSchedule(stripe, subscriptionId);
  await storeOutcome(db, id, 'failed', undefined);
  await deleteReservation(db, practiceId, id);
  if (subscriptionId !== null) await refreshSubscription(context, subscriptionId, audit);
}

/**
 * Settles a request by the provider's state. If the provider doesn't respond, the request stays unsettled. Call it with
 * the request's leases.
 *
 * @throws SDK errors
 */
export async function settleCommand({ db, stripe }: BillingMirror, request: StoredRequest, now: Date): Promise<void> {
  const find = findChange[request.action ?? ''];
  const { id, practiceId, purchase } = request;
  if (!find || !purchase) return;
  const context = { db, stripe, practiceId };
  const audit = { actor: systemActor('Settlement'), now };
  if (purchase.isSent && request.subscriptionId !== null) {
    await completePurchases(context, request.subscriptionId, audit);
    if ((await findRequestById(db, id))?.state !== 'processing') return;
  }
  try {
    const change = await find(context, { ...request, purchase });
    if (change) {
      const caller = { actor: purchase.actor, now };
      const { state, answer } = await finishCommand(
        context,
        describedBy(purchase),
        change,
        caller,
        sentAttempt(db, id),
      );
      await storeOutcome(db, id, state, answer);
    } else if (request.isAbsenceFinal) {
      await giveUp(context, { ...request, purchase }, audit);
    }
  } catch (error) {
    const isDeclined = error instanceof AppError && error.statusCode === 402;
    if (!isDeclined && !(request.isAbsenceFinal && isRefusedByProvider(error))) throw error;
    await giveUp(context, { ...request, purchase }, audit);
  }
}

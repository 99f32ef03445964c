/** The lifecycle of a subscription: renewals and its end. Calls and the clock both use it. */
import type Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { behaviorOf } from './cards.js';
import { recordCharge } from './charges.js';
import { invalidRequest } from './errors.js';
import {
  type Line,
  attemptPayment,
  chargeFor,
  creditPayment,
  endInvoice,
  failPayment,
  finalize,
  makeDraft,
  makeInvoice,
  methodFor,
  methodIdFor,
  subscriptionOf,
} from './invoices.js';
import { invoiceOfIntent } from './invoice-payments.js';
import { type Period, fullLines, itemsFrom, periodOf, usageLines, withItems } from './items.js';
import { createPendingPayment, declineOf, emitIntentEvent } from './payments.js';
import { applyPendingUpdate, discardPendingUpdate, pendingChangeOf } from './pending-updates.js';
import { creditLines, debitsOf, recordDebits, consumeCustomerLines, consumePendingLines } from './prorations.js';
import { saveSubscription } from './save-subscription.js';
import { idOf } from './store.js';

export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete';

export interface Bill {
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  lines: Line[];
  /** The past period of the invoice, as in Stripe: https://docs.stripe.com/api/invoices/object. */
  period: Period;
  behavior?: PaymentBehavior;
  /** The status of the subscription if the charge fails. */
  failedStatus: 'incomplete' | 'past_due';
}

/** Creates and charges an invoice. The outcome determines the subscription's status. */
export function bill(
  context: CallContext,
  subscription: Stripe.Subscription,
  { reason, lines, period, behavior = 'allow_incomplete', failedStatus }: Bill,
): Stripe.Subscription {
  const { store } = context;
  const paidStatus = subscription.status === 'trialing' ? 'trialing' : 'active';
  if (isCollectedLater(subscription) && !context.isPreview) {
    return { ...billLater(context, subscription, { reason, lines, period }), status: paidStatus };
  }
  const newInvoice = makeInvoice(context, { subscription, reason, lines, period });
  const latest = { ...subscription, latest_invoice: newInvoice.id };
  if (newInvoice.status === 'paid') return { ...latest, status: paidStatus };
  // Stores the subscription first, because the charge finds its card through it.
  store.table('subscription').put(latest);
  if (behavior === 'default_incomplete') {
    createPendingPayment(context, chargeFor(store, newInvoice));
    return { ...latest, status: failedStatus };
  }
  if (failedStatus === 'incomplete' && !methodFor(store, newInvoice)) {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    );
  }
  const { invoice, intent } = attemptPayment(context, newInvoice, { retries: failedStatus !== 'incomplete' });
  if (invoice.status === 'paid') return { ...latest, status: paidStatus };
  if (intent?.status === 'processing' && failedStatus !== 'incomplete') return { ...latest, status: paidStatus };
  if (behavior === 'error_if_incomplete' && intent) throw declineOf(intent, 'subscription');
  return { ...latest, status: failedStatus };
}

/** Whether invoices aren't charged immediately, because they are sent by email or the collection is paused. */
const isCollectedLater = (subscription: Stripe.Subscription): boolean =>
  subscription.collection_method === 'send_invoice' || subscription.pause_collection !== null;

/** Creates a draft. The clock finalizes and collects it, unless the pause of the collection requires otherwise. */
function billLater(
  context: CallContext,
  subscription: Stripe.Subscription,
  invoice: Pick<Bill, 'reason' | 'lines' | 'period'>,
): Stripe.Subscription {
  const { store } = context;
  const draft = makeDraft(context, { subscription, ...invoice });
  const latest = { ...subscription, latest_invoice: draft.id };
  const behavior = subscription.pause_collection?.behavior;
  if (behavior === 'keep_as_draft') {
    store.table('invoice').put({ ...draft, auto_advance: false, automatically_finalizes_at: null });
  } else if (behavior !== undefined) {
    const finalized = finalize(context, draft, { isVoided: behavior === 'void' });
    if (finalized.status === 'open') endInvoice(context, finalized, 'uncollectible');
  }
  return latest;
}

/** Finalizes a draft after its hour, and charges or sends it. */
export function advanceDraft(context: CallContext, draft: Stripe.Invoice): void {
  const { store, events } = context;
  const invoice = finalize(context, draft);
  const collect = (): Stripe.Invoice => {
    if (invoice.status === 'paid') return invoice;
    if (invoice.collection_method !== 'send_invoice')
      return attemptPayment(context, invoice, { retries: true }).invoice;
    events.emit('invoice.sent', invoice);
    return invoice;
  };
  const after = collect();
  if (after.status === 'paid') afterPayment(context, after);
  else if (after.attempted && after.next_payment_attempt !== null) {
    const subscription = store.table('subscription').find(subscriptionOf(after));
    if (subscription?.status === 'active') saveSubscription(context, { ...subscription, status: 'past_due' });
  }
}

/** Processes an invoice that was sent and isn't paid by its due date. */
export function passDueDate(context: CallContext, invoice: Stripe.Invoice): void {
  const { store, events } = context;
  store.table('reminder').put({ id: overdueReminder(invoice) });
  events.emit('invoice.overdue', invoice);
  const subscription = store.table('subscription').find(subscriptionOf(invoice));
  if (subscription?.status === 'active') saveSubscription(context, { ...subscription, status: 'past_due' });
}

export const overdueReminder = ({ id, due_date }: Stripe.Invoice): string => `${id}:${due_date ?? 0}`;

/** Ends the pause of a subscription's collection. */
export function resumeCollection(context: CallContext, subscription: Stripe.Subscription): void {
  saveSubscription(context, { ...subscription, pause_collection: null });
}

/** Resumes a subscription that was paused, because its trial ended without a payment method. A new period begins. */
export function resume(context: CallContext, subscription: Stripe.Subscription): Stripe.Subscription {
  if (subscription.status !== 'paused') {
    throw invalidRequest('You can only resume a subscription that is paused.');
  }
  const { store } = context;
  const now = store.now();
  const items = itemsFrom(subscription.items.data, now, now);
  const resumed = withItems({ ...subscription, status: 'active', billing_cycle_anchor: now }, items);
  const lines = fullLines(store, items);
  recordDebits(store, debitsOf(store, resumed, lines));
  const period = { start: now, end: now };
  const billed = bill(context, resumed, { reason: 'subscription_update', lines, period, failedStatus: 'past_due' });
  return saveSubscription(context, billed, 'resumed');
}

/** Reduces lines to the part of a period before the subscription ends. */
function cutAt(lines: readonly Line[], end: number): Line[] {
  return lines.map((line) => ({
    ...line,
    amount: Math.round((line.amount * (end - line.period.start)) / (line.period.end - line.period.start)),
    period: { ...line.period, end },
  }));
}

/** Starts the next period, and invoices and charges it. */
export function renew(context: CallContext, subscription: Stripe.Subscription): Stripe.Subscription {
  const { store } = context;
  const ended = periodOf(subscription);
  const { end: start } = ended;
  const full = itemsFrom(subscription.items.data, start, subscription.billing_cycle_anchor);
  const { cancel_at: cancelAt } = subscription;
  const isCut = cancelAt !== null && full.some((item) => cancelAt > start && cancelAt < item.current_period_end);
  const items = isCut ? full.map((item) => ({ ...item, current_period_end: cancelAt })) : full;
  const renewed = withItems(subscription, items);
  const charges = isCut ? cutAt(fullLines(store, full), cancelAt) : fullLines(store, items);
  recordDebits(store, debitsOf(store, subscription, charges));
  const usage = usageLines(store, subscription.items.data);
  for (const { id } of subscription.items.data) store.table('usage').remove(id);
  const pending = [...consumeCustomerLines(store, subscription), ...consumePendingLines(store, subscription.id)];
  const lines = [...pending, ...usage, ...charges];
  if (subscription.status === 'unpaid') {
    const invoice = makeInvoice(context, { subscription, reason: 'subscription_cycle', lines, period: ended });
    return saveSubscription(context, { ...renewed, latest_invoice: invoice.id });
  }
  const reason = 'subscription_cycle' as const;
  if (!context.isPreview) {
    const status = subscription.status === 'trialing' ? 'active' : subscription.status;
    return saveSubscription(context, billLater(context, { ...renewed, status }, { reason, lines, period: ended }));
  }
  const active: Stripe.Subscription = { ...renewed, status: 'active' };
  return saveSubscription(context, bill(context, active, { reason, lines, period: ended, failedStatus: 'past_due' }));
}

export function endTrial(context: CallContext, subscription: Stripe.Subscription): Stripe.Subscription {
  const { store } = context;
  const customer = store.table('customer').find(idOf(subscription.customer));
  const method = methodIdFor(subscription, customer);
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice';
  // A preview shows the cost after the trial, because a card can still be added until then.
  if (method === null && !context.isPreview) {
    if (behavior === 'cancel') return cancelNow(context, subscription);
    if (behavior === 'pause') return saveSubscription(context, { ...subscription, status: 'paused' }, 'paused');
  }
  return renew(context, { ...subscription, billing_cycle_anchor: periodOf(subscription).end });
}

/** Ends a schedule, started or not, together with its subscription. */
function cancelSchedule({ store, events }: CallContext, id: string | null): void {
  const schedule = store.table('subscription_schedule').find(id);
  if (!schedule || (schedule.status !== 'active' && schedule.status !== 'not_started')) return;
  const canceled = { ...schedule, status: 'canceled' as const, canceled_at: store.now(), current_phase: null };
  store.table('subscription_schedule').put(canceled);
  events.emit('subscription_schedule.canceled', canceled);
}

export interface Cancellation {
  /** True to credit the time that is billed but unused. */
  isProrated?: boolean;
  /** True to invoice the pending items. Otherwise they are dropped. */
  isInvoiced?: boolean;
  /** True to create the invoice even if it is empty, for a preview. */
  allowsEmptyInvoice?: boolean;
}

/** Ends a subscription immediately. */
export function cancelNow(
  context: CallContext,
  given: Stripe.Subscription,
  { isProrated = false, isInvoiced = false, allowsEmptyInvoice = false }: Cancellation = {},
): Stripe.Subscription {
  const { store } = context;
  const now = store.now();
  cancelSchedule(context, idOf(given.schedule));
  if (given.status === 'incomplete') return expireIncomplete(context, given, 'deleted');
  const subscription = discardPendingUpdate(context, given);
  for (const invoice of store.table('invoice').all()) {
    if ((invoice.status === 'open' || invoice.status === 'draft') && subscriptionOf(invoice) === subscription.id) {
      const stopped = { next_payment_attempt: null, auto_advance: false, automatically_finalizes_at: null };
      store.table('invoice').put({ ...invoice, ...stopped });
    }
  }
  const credits = isProrated ? subscription.items.data.flatMap((item) => creditLines(store, item, now)) : [];
  const lines = [...consumePendingLines(store, subscription.id), ...credits];
  const period = { start: periodOf(subscription).start, end: now };
  const last: Stripe.Subscription =
    isInvoiced && (lines.length > 0 || allowsEmptyInvoice)
      ? bill(context, subscription, { reason: 'subscription_update', lines, period, failedStatus: 'past_due' })
      : subscription;
  for (const { id } of last.items.data) store.table('debit').remove(id);
  return saveSubscription(
    context,
    {
      ...last,
      status: 'canceled',
      cancel_at_period_end: false,
      canceled_at: subscription.canceled_at ?? now,
      ended_at: now,
    },
    'deleted',
  );
}

/**
 * Ends a subscription at its `cancel_at`. Pending prorations are charged, as in Stripe at the end of a period:
 * https://docs.stripe.com/billing/subscriptions/cancel.
 */
export function cancelAsPlanned(context: CallContext, subscription: Stripe.Subscription): Stripe.Subscription {
  return cancelNow(context, subscription, { isInvoiced: true });
}

/** Expires an incomplete subscription whose first invoice was not paid in time. */
export function expireIncomplete(
  context: CallContext,
  subscription: Stripe.Subscription,
  event: 'updated' | 'deleted' = 'updated',
): Stripe.Subscription {
  const { store } = context;
  const invoice = store.table('invoice').find(idOf(subscription.latest_invoice));
  if (invoice?.status === 'open') endInvoice(context, invoice, 'void');
  return saveSubscription(context, { ...subscription, status: 'incomplete_expired', ended_at: store.now() }, event);
}

/**
 * Derives the status of a subscription from its latest invoice that wasn't voided. If that is paid, the subscription
 * becomes active again.
 */
function followLatestInvoice(context: CallContext, subscription: Stripe.Subscription): void {
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  const latest = context.store
    .table('invoice')
    .all()
    .find((one) => subscriptionOf(one) === subscription.id && one.status !== 'void' && one.status !== 'draft');
  if (latest?.status === 'paid') saveSubscription(context, { ...subscription, status: 'active' });
}

/** Applies the pending change of an invoice that was paid after the request that created it. */
export function afterPayment(context: CallContext, invoice: Stripe.Invoice): void {
  const subscription = context.store.table('subscription').find(subscriptionOf(invoice));
  if (!subscription) return;
  const pending = pendingChangeOf(context.store, subscription);
  const current = pending?.invoice === invoice.id ? applyPendingUpdate(context, subscription) : subscription;
  followLatestInvoice(context, current);
}

/** Voids an invoice and the change that waited for its payment. */
export function voidInvoice(context: CallContext, invoice: Stripe.Invoice): Stripe.Invoice {
  const { store } = context;
  const subscription = store.table('subscription').find(subscriptionOf(invoice));
  const pending = subscription && pendingChangeOf(store, subscription);
  if (subscription && pending?.invoice === invoice.id) {
    saveSubscription(context, discardPendingUpdate(context, subscription));
    return store.table('invoice').get(invoice.id);
  }
  const voided = endInvoice(context, invoice, 'void');
  if (subscription?.status === 'incomplete' && idOf(subscription.latest_invoice) === invoice.id) {
    expireIncomplete(context, subscription);
  } else if (subscription) {
    followLatestInvoice(context, subscription);
  }
  return voided;
}

/** Ends a debit in progress. A failed debit is retried like any other payment. */
export function finishDebit(context: CallContext, intent: Stripe.PaymentIntent): void {
  const { store } = context;
  const method = store.table('payment_method').find(idOf(intent.payment_method));
  const isPaid = !method || behaviorOf(store, method) !== 'processes_then_fails';
  const finished = recordCharge(context, {
    ...intent,
    status: isPaid ? 'succeeded' : 'requires_payment_method',
    amount_received: isPaid ? intent.amount : 0,
    last_payment_error: isPaid
      ? null
      : {
          type: 'invalid_request_error',
          code: 'payment_intent_payment_attempt_failed',
          message: 'The payment failed.',
          ...(method && { payment_method: method }),
        },
  });
  emitIntentEvent(context.events, finished);
  if (isPaid) settleInvoice(context, finished);
  else failDebit(context, finished);
}

function failDebit(context: CallContext, intent: Stripe.PaymentIntent): void {
  const { store } = context;
  const invoice = store.table('invoice').find(invoiceOfIntent(store, intent.id));
  if (invoice?.status !== 'open') return;
  failPayment(context, invoice);
  const subscription = store.table('subscription').find(subscriptionOf(invoice));
  if (subscription?.status === 'active') saveSubscription(context, { ...subscription, status: 'past_due' });
}

/** Credits a succeeded payment to its invoice, and marks the invoice as paid when nothing remains due. */
export function settleInvoice(context: CallContext, intent: Stripe.PaymentIntent): void {
  const id = invoiceOfIntent(context.store, intent.id);
  const invoice = context.store.table('invoice').find(id);
  if (invoice?.status !== 'open' && invoice?.status !== 'uncollectible') return;
  const credited = creditPayment(context, invoice, intent);
  if (credited.status === 'paid') afterPayment(context, credited);
}

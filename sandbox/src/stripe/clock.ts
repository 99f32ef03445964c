/** The clock of subscriptions: due changes happen in order, each at its own time. */
import type Stripe from 'stripe';
import { DEBIT_TAKES_S } from './bank-accounts.js';
import type { CallContext } from './calls.js';
import { endDiscount } from './discounts.js';
import { defaultIntentOf } from './invoice-payments.js';
import { attemptPayment, subscriptionOf } from './invoices.js';
import { periodOf } from './items.js';
import { expirePendingUpdate } from './pending-updates.js';
import { saveSubscription } from './save-subscription.js';
import { nextPhaseChangeAt, applyDuePhase } from './schedule-lifecycle.js';
import { idOf } from './store.js';
import {
  advanceDraft,
  afterPayment,
  cancelAsPlanned,
  endTrial,
  expireIncomplete,
  finishDebit,
  overdueReminder,
  passDueDate,
  renew,
  resumeCollection,
} from './subscription-lifecycle.js';

/**
 * How long a first invoice may stay unpaid:
 * https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
const INCOMPLETE_LIFE_S = 23 * 3600;

/** Time between Stripe's reminder and the end of a trial: https://docs.stripe.com/billing/subscriptions/trials */
const TRIAL_REMINDER_S = 3 * 86_400;

interface Due {
  at: number;
  /** The order of changes that are due at the same time, lower first. A phase changes before its period is billed. */
  order: number;
  happen(): void;
}

const isEarlier = (one: Due, other: Due | undefined): boolean =>
  other === undefined || one.at < other.at || (one.at === other.at && one.order < other.order);

function earliest(dues: Iterable<Due>): Due | undefined {
  let first: Due | undefined;
  for (const due of dues) if (isEarlier(due, first)) first = due;
  return first;
}

function* scheduleDues(context: CallContext, schedule: Stripe.SubscriptionSchedule): Generator<Due> {
  const table = context.store.table('subscription_schedule');
  const at = nextPhaseChangeAt(schedule);
  if (at !== null) yield { at, order: 1, happen: () => applyDuePhase(context, table.get(schedule.id)) };
}

function remindOfTrialEnd({ store, events }: CallContext, subscription: string, reminder: string): void {
  store.table('reminder').put({ id: reminder });
  events.emit('customer.subscription.trial_will_end', store.table('subscription').get(subscription));
}

function* subscriptionDues(context: CallContext, subscription: Stripe.Subscription): Generator<Due> {
  const table = context.store.table('subscription');
  const { id, status, cancel_at: cancelAt, trial_end: trialEnd, pending_update: pending } = subscription;
  if (status === 'incomplete') {
    // A debit in progress completes without a request.
    if (defaultIntentOf(context.store, idOf(subscription.latest_invoice) ?? '')?.status === 'processing') return;
    const at = subscription.created + INCOMPLETE_LIFE_S;
    yield { at, order: 0, happen: () => void expireIncomplete(context, table.get(id)) };
    return;
  }
  if (!['trialing', 'active', 'past_due', 'unpaid'].includes(status)) return;
  if (pending !== null) {
    yield { at: pending.expires_at, order: 0, happen: () => expirePendingUpdate(context, table.get(id)) };
  }
  const resumesAt = subscription.pause_collection?.resumes_at ?? null;
  if (resumesAt !== null) {
    yield { at: resumesAt, order: 0, happen: () => resumeCollection(context, table.get(id)) };
  }
  if (cancelAt !== null) {
    yield { at: cancelAt, order: 2, happen: () => void cancelAsPlanned(context, table.get(id)) };
  }
  if (status === 'trialing' && trialEnd !== null) {
    const reminder = `${id}:${trialEnd}`;
    if (!context.store.table('reminder').find(reminder)) {
      yield { at: trialEnd - TRIAL_REMINDER_S, order: 0, happen: () => remindOfTrialEnd(context, id, reminder) };
    }
    yield { at: trialEnd, order: 3, happen: () => void endTrial(context, table.get(id)) };
  } else {
    yield { at: periodOf(subscription).end, order: 3, happen: () => void renew(context, table.get(id)) };
  }
}

/**
 * The end of a draft's hour, the due date, and the retries of a failed payment. After the last retry, the subscription
 * becomes unpaid.
 */
function* invoiceDues(context: CallContext, invoice: Stripe.Invoice): Generator<Due> {
  const { store } = context;
  const { automatically_finalizes_at: finalizesAt, due_date: dueDate } = invoice;
  if (invoice.status === 'draft') {
    if (finalizesAt === null) return;
    yield { at: finalizesAt, order: 4, happen: () => advanceDraft(context, store.table('invoice').get(invoice.id)) };
    return;
  }
  if (invoice.status !== 'open') return;
  if (dueDate !== null && !store.table('reminder').find(overdueReminder(invoice))) {
    yield { at: dueDate, order: 4, happen: () => passDueDate(context, store.table('invoice').get(invoice.id)) };
  }
  const at = invoice.next_payment_attempt;
  if (at === null) return;
  const happen = (): void => {
    const { invoice: after } = attemptPayment(context, store.table('invoice').get(invoice.id));
    if (after.status === 'paid') {
      afterPayment(context, after);
      return;
    }
    const subscription = store.table('subscription').find(subscriptionOf(after));
    if (after.next_payment_attempt === null && subscription?.status === 'past_due') {
      saveSubscription(context, { ...subscription, status: 'unpaid' });
    }
  };
  yield { at, order: 4, happen };
}

/** The end of a debit in progress. */
function* debitDues(context: CallContext, intent: Stripe.PaymentIntent): Generator<Due> {
  if (intent.status !== 'processing') return;
  const { store } = context;
  const at = (store.table('charge').find(idOf(intent.latest_charge))?.created ?? intent.created) + DEBIT_TAKES_S;
  yield { at, order: 4, happen: () => finishDebit(context, store.table('payment_intent').get(intent.id)) };
}

/** The end of a discount. */
function* discountDues(context: CallContext, discount: Stripe.Discount | Stripe.DeletedDiscount): Generator<Due> {
  if (discount.deleted || discount.end === null) return;
  yield { at: discount.end, order: 1, happen: () => endDiscount(context, discount.id) };
}

function* allDues(context: CallContext): Generator<Due> {
  const { store } = context;
  for (const schedule of store.table('subscription_schedule').values()) yield* scheduleDues(context, schedule);
  for (const subscription of store.table('subscription').values()) yield* subscriptionDues(context, subscription);
  for (const invoice of store.table('invoice').values()) yield* invoiceDues(context, invoice);
  for (const intent of store.table('payment_intent').values()) yield* debitDues(context, intent);
  for (const discount of store.table('discount').values()) yield* discountDues(context, discount);
}

/** Maximum number of changes per jump, to detect endless loops. It exceeds a lifetime of daily renewals. */
const MAX_EVENTS = 100_000;

/**
 * Advances the clock and runs everything that becomes due on the way.
 *
 * @param until epoch seconds. A time in the past runs only overdue changes.
 */
export function advanceClock(context: CallContext, until: number): void {
  const { store } = context;
  store.withClockStopped(() => {
    for (let events = 0; events < MAX_EVENTS; events += 1) {
      const next = earliest(allDues(context));
      if (!next || next.at > until) {
        store.advanceTo(until);
        return;
      }
      store.advanceTo(next.at);
      next.happen();
    }
    throw new Error('Time stands still: something comes due again and again.');
  });
}

/** The subscription, the schedule, or both, whose time passes in a preview. */
export interface TimelineIds {
  subscription: string | null;
  schedule: string | null;
}

function* timelineDues(context: CallContext, { subscription, schedule }: TimelineIds): Generator<Due> {
  const { store } = context;
  const foundSchedule = store.table('subscription_schedule').find(schedule);
  if (foundSchedule) yield* scheduleDues(context, foundSchedule);
  const current = store.table('subscription').find(subscription);
  if (current) yield* subscriptionDues(context, current);
}

/**
 * Advances the clock to the next change of a subscription or its schedule, and runs it.
 *
 * @returns false if nothing more is due
 */
export function advanceToNextDue(context: CallContext, ids: TimelineIds): boolean {
  const next = earliest(timelineDues(context, ids));
  if (!next) return false;
  context.store.advanceTo(next.at);
  next.happen();
  return true;
}

/** What becomes of subscription schedules: https://docs.stripe.com/billing/subscriptions/subscription-schedules */
import type Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { type Store, idOf } from './store.js';
import { startSubscription } from './start-subscription.js';
import { type ItemChange, changeSubscription } from './subscription-changes.js';
import { cancelNow } from './subscription-life.js';
import { priceOf } from './items.js';
import { saveSubscription } from './save-subscription.js';
import type { Phase, Schedule } from './schedule-phases.js';

function put({ store, events }: CallContext, schedule: Schedule, event = 'updated'): Schedule {
  store.table('subscription_schedule').put(schedule);
  events.emit(`subscription_schedule.${event}`, schedule);
  return schedule;
}

export const keepSchedule = put;

const within = ({ start_date, end_date }: Phase) => ({ start_date, end_date });

/** Brings a subscription to the items of a phase. At a period's end nothing is prorated. */
export function applyPhase(
  context: CallContext,
  subscription: Stripe.Subscription,
  phase: Phase,
  proration: 'create_prorations' | 'always_invoice' | 'none',
): void {
  const wanted = phase.items.map((item) => ({ price: idOf(item.price) ?? '', quantity: item.quantity ?? 1 }));
  const has = subscription.items.data;
  const gone = has
    .filter((item) => !wanted.some(({ price }) => price === priceOf(item).id))
    .map(({ id }) => ({ id, deleted: true }));
  const come = wanted.flatMap(({ price, quantity }): ItemChange[] => {
    const item = has.find((one) => priceOf(one).id === price);
    if (!item) return [{ price, quantity, deleted: false }];
    return item.quantity === quantity ? [] : [{ id: item.id, quantity, deleted: false }];
  });
  // What comes is added first: a subscription is never without items.
  const changes = [...come, ...gone];
  if (changes.length === 0) return;
  saveSubscription(
    context,
    changeSubscription(context, subscription, {
      items: changes,
      proration,
      prorationDate: undefined,
      behavior: 'allow_incomplete',
    }),
  );
}

/** The first phase begins: a schedule without a subscription starts one. */
export function startSchedule(context: CallContext, schedule: Schedule): Schedule {
  const [first] = schedule.phases;
  if (!first) return schedule;
  const subscription = startSubscription(context, {
    customer: idOf(schedule.customer) ?? '',
    items: first.items.map((item) => ({
      price: idOf(item.price) ?? '',
      quantity: item.quantity ?? 1,
      metadata: item.metadata ?? {},
    })),
    trialEnd: null,
    method: idOf(schedule.default_settings.default_payment_method),
    behavior: 'allow_incomplete',
    withoutMethod: 'create_invoice',
    cancelAt: null,
    description: null,
    metadata: schedule.metadata ?? {},
    schedule: schedule.id,
  });
  return put(context, { ...schedule, status: 'active', subscription: subscription.id, current_phase: within(first) });
}

export function release(context: CallContext, schedule: Schedule, as: 'released' | 'completed'): Schedule {
  const { store } = context;
  const subscription = store.table('subscription').find(idOf(schedule.subscription));
  if (subscription) store.table('subscription').put({ ...subscription, schedule: null });
  const now = store.now();
  return put(
    context,
    {
      ...schedule,
      status: as,
      current_phase: null,
      ...(as === 'released'
        ? { released_at: now, released_subscription: subscription?.id ?? null, subscription: null }
        : { completed_at: now }),
    },
    as,
  );
}

/** The current phase has ended: the next one begins, or the schedule is over. */
export function nextPhase(context: CallContext, schedule: Schedule): Schedule {
  const { store } = context;
  const subscription = store.table('subscription').find(idOf(schedule.subscription));
  const next = schedule.phases.find((phase) => phase.start_date >= (schedule.current_phase?.end_date ?? 0));
  if (!next) {
    if (schedule.end_behavior === 'cancel' && subscription) cancelNow(context, { ...subscription, schedule: null });
    return release(context, schedule, 'completed');
  }
  const moved = put(context, { ...schedule, current_phase: within(next) });
  if (subscription) applyPhase(context, subscription, next, 'none');
  return moved;
}

/** Schedules that something happens to at a time, and when. */
export function dueOf(schedule: Schedule): number | null {
  if (schedule.status === 'not_started') return schedule.phases[0]?.start_date ?? null;
  return schedule.status === 'active' ? (schedule.current_phase?.end_date ?? null) : null;
}

export function passDue(context: CallContext, schedule: Schedule): void {
  if (schedule.status === 'not_started') startSchedule(context, schedule);
  else nextPhase(context, schedule);
}

export function schedulesOf(store: Store, customer: string | null | undefined): Schedule[] {
  return store
    .table('subscription_schedule')
    .all()
    .filter((schedule) => !customer || idOf(schedule.customer) === customer);
}

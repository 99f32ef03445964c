/** The lifecycle of subscription schedules: https://docs.stripe.com/billing/subscriptions/subscription-schedules */
import type Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { type DiscountOwner, discountSpecOf, redeemAll } from './discounts.js';
import { invoiceItemLines, itemsAddedTo } from './invoice-items.js';
import { type Period, periodOf, priceOf, recurringOf } from './items.js';
import { periodEnd } from './periods.js';
import { storePendingLine } from './prorations.js';
import { saveSubscription } from './save-subscription.js';
import { settingsOfSubscription } from './phase-settings.js';
import { type Phase, type Schedule, syncCurrentPhase } from './schedule-phases.js';
import { startSubscription } from './start-subscription.js';
import { type Store, idOf } from './store.js';
import { type ItemChange, type Proration, changeSubscription } from './subscription-changes.js';
import { cancelAsPlanned } from './subscription-lifecycle.js';

export function saveSchedule(
  { store, events }: CallContext,
  schedule: Schedule,
  event: 'created' | 'updated' | 'released' | 'completed' | 'canceled' = 'updated',
): Schedule {
  store.table('subscription_schedule').put(schedule);
  events.emit(`subscription_schedule.${event}`, schedule);
  return schedule;
}

const datesOf = ({ start_date, end_date }: Phase): NonNullable<Schedule['current_phase']> => ({ start_date, end_date });

/** The item changes that a phase requires. Items match by price. */
function itemChangesFor(subscription: Stripe.Subscription, phase: Phase): ItemChange[] {
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const current = subscription.items.data;
  const prices = phase.items.map((item) => idOf(item.price) ?? '');
  const removed = current
    .filter((item) => !prices.includes(priceOf(item).id))
    .map(({ id }): ItemChange => ({ id, deleted: true }));
  const addedOrChanged = phase.items.flatMap((phaseItem): ItemChange[] => {
    const price = idOf(phaseItem.price) ?? '';
    const { quantity, discounts } = phaseItem;
    const rates = phaseItem.tax_rates ?? [];
    const change = { ...(quantity !== undefined && { quantity }), deleted: false, discounts, tax_rates: rates };
    const item = current.find((one) => priceOf(one).id === price);
    if (!item) return [{ ...change, price, metadata: phaseItem.metadata ?? {} }];
    const metadata = { ...item.metadata, ...phaseItem.metadata };
    const isSame =
      item.quantity === quantity &&
      same(metadata, item.metadata) &&
      same(discounts, item.discounts.map(discountSpecOf)) &&
      same(rates, item.tax_rates ?? []);
    return isSame ? [] : [{ ...change, id: item.id, metadata }];
  });
  return [...removed, ...addedOrChanged];
}

/** The trial end that a phase sets or removes; undefined if it does not change. */
function trialEndFor(
  { store }: CallContext,
  subscription: Stripe.Subscription,
  phase: Phase,
): number | 'now' | undefined {
  const isFuture = phase.trial_end !== null && phase.trial_end > store.now();
  if (isFuture && phase.trial_end !== subscription.trial_end) return phase.trial_end ?? undefined;
  const endsNow = subscription.trial_end !== null && subscription.trial_end <= store.now();
  return !isFuture && subscription.status === 'trialing' && !endsNow ? 'now' : undefined;
}

/** The period of the next invoice, if the phase starts a new period. */
function firstPeriodOf(store: Store, phase: Phase, anchor: number): Period {
  const price = store.table('price').get(idOf(phase.items[0]?.price) ?? '');
  const start = store.now();
  return { start, end: periodEnd(start, recurringOf(price), anchor) };
}

interface PhaseEntry {
  proration: Proration;
  isEntered: boolean;
  /** The previous version of the phase, if an update replaces it. */
  former?: Phase | undefined;
}

/** Applies a phase to a subscription. At the end of a period, the following renewal bills it. */
export function applyPhase(
  context: CallContext,
  subscription: Stripe.Subscription,
  phase: Phase,
  { proration, isEntered, former }: PhaseEntry,
): Stripe.Subscription {
  const { store } = context;
  const now = store.now();
  const isAtPeriodEnd = periodOf(subscription).end <= now;
  const resets = isEntered && phase.billing_cycle_anchor === 'phase_start';
  const schedule = store.table('subscription_schedule').find(idOf(subscription.schedule));
  const settings: Stripe.Subscription = {
    ...subscription,
    ...(schedule && settingsOfSubscription(phase, schedule.default_settings)),
    ...(schedule && { discounts: redeemAll(context, phase.discounts, ownerOf(subscription)) }),
    metadata: { ...subscription.metadata, ...phase.metadata },
    ...(resets && isAtPeriodEnd && { billing_cycle_anchor: now }),
  };
  const anchor = resets ? now : subscription.billing_cycle_anchor;
  const period = isAtPeriodEnd || resets ? firstPeriodOf(store, phase, anchor) : periodOf(subscription);
  for (const line of invoiceItemLines(context, ownerOf(subscription), itemsAddedTo(phase, former), phase, period)) {
    storePendingLine(store, subscription, line);
  }
  const changed = changeSubscription(context, settings, {
    items: itemChangesFor(subscription, phase),
    proration,
    resetsCycle: resets && !isAtPeriodEnd,
    trialEnd: trialEndFor(context, subscription, phase),
    isAtPeriodEnd,
    behavior: 'allow_incomplete',
  });
  // Coupons of the phase were redeemed as discounts, so the phase must refer to these.
  if (phase.discounts.some(({ discount }) => discount === null)) syncCurrentPhase(context, changed);
  return saveSubscription(context, changed);
}

const ownerOf = ({ id, customer }: Stripe.Subscription): DiscountOwner => ({
  customer: idOf(customer) ?? '',
  subscription: id,
  subscription_item: null,
});

/** The time when a schedule ends its subscription; null if it releases it. */
function endOf(schedule: Schedule): number | null {
  return schedule.end_behavior === 'cancel' ? (schedule.phases.at(-1)?.end_date ?? null) : null;
}

/** Sets the end of the subscription to the planned end of its schedule. */
export function setPlannedEnd(context: CallContext, schedule: Schedule): void {
  const { store } = context;
  const subscription = store.table('subscription').find(idOf(schedule.subscription));
  const end = endOf(schedule);
  if (!subscription || subscription.cancel_at === end) return;
  saveSubscription(context, { ...subscription, cancel_at: end, canceled_at: end === null ? null : store.now() });
}

/**
 * Starts the first phase and the subscription of a schedule. Stripe collects the first payment later, so the subscription
 * becomes past due instead of incomplete if it fails.
 */
export function startSchedule(context: CallContext, schedule: Schedule): Schedule {
  const [first] = schedule.phases;
  if (!first) return schedule;
  const { store } = context;
  const subscription = startSubscription(context, {
    customer: idOf(schedule.customer) ?? '',
    items: first.items.map((item) => ({
      price: idOf(item.price) ?? '',
      quantity: item.quantity,
      metadata: item.metadata ?? {},
      discounts: item.discounts,
      tax_rates: item.tax_rates ?? [],
    })),
    discounts: first.discounts,
    trialEnd: first.trial_end !== null && first.trial_end > store.now() ? first.trial_end : null,
    method: idOf(first.default_payment_method) ?? idOf(schedule.default_settings.default_payment_method),
    behavior: 'allow_incomplete',
    withoutMethod: 'create_invoice',
    cancelAt: endOf(schedule),
    description: null,
    metadata: first.metadata ?? {},
    schedule: schedule.id,
    settings: settingsOfSubscription(first, schedule.default_settings),
    moreLines: (period, owner) => invoiceItemLines(context, owner, first.add_invoice_items, first, period),
  });
  return saveSchedule(context, {
    ...schedule,
    status: 'active',
    subscription: subscription.id,
    current_phase: datesOf(first),
  });
}

/** @param keepsEnd true to keep the end date that the schedule has set on the subscription */
export function releaseSchedule(
  context: CallContext,
  schedule: Schedule,
  status: 'released' | 'completed',
  keepsEnd = false,
): Schedule {
  const { store } = context;
  const subscription = store.table('subscription').find(idOf(schedule.subscription));
  if (subscription) {
    const dropsEnd = !keepsEnd && endOf(schedule) !== null && subscription.status !== 'canceled';
    saveSubscription(context, {
      ...subscription,
      schedule: null,
      ...(dropsEnd && { cancel_at: null, canceled_at: null }),
    });
  }
  const now = store.now();
  const ended: Schedule = { ...schedule, status, current_phase: null };
  return saveSchedule(
    context,
    status === 'released'
      ? { ...ended, released_at: now, released_subscription: subscription?.id ?? null, subscription: null }
      : { ...ended, completed_at: now },
    status,
  );
}

/** Starts the next phase when the current one has ended, or ends the schedule. */
function nextPhase(context: CallContext, schedule: Schedule): Schedule {
  const { store } = context;
  const subscription = store.table('subscription').find(idOf(schedule.subscription));
  const next = schedule.phases.find((phase) => phase.start_date >= (schedule.current_phase?.end_date ?? 0));
  if (!next) {
    const completed: Schedule = { ...schedule, status: 'completed', current_phase: null, completed_at: store.now() };
    if (schedule.end_behavior !== 'cancel' || !subscription) return releaseSchedule(context, schedule, 'completed');
    saveSchedule(context, completed, 'completed');
    cancelAsPlanned(context, { ...subscription, schedule: null });
    return completed;
  }
  const moved = saveSchedule(context, { ...schedule, current_phase: datesOf(next) });
  if (!subscription) return moved;
  const proration = next.proration_behavior as Proration;
  applyPhase(context, subscription, next, { proration, isEntered: true });
  return store.table('subscription_schedule').get(schedule.id);
}

/** The phase at a time. */
export function currentPhaseAt(phases: readonly Phase[], now: number): Phase | undefined {
  return phases.find((phase) => phase.start_date <= now && phase.end_date > now);
}

export function withCurrentPhase(schedule: Schedule, phase: Phase | undefined): Schedule {
  return { ...schedule, current_phase: phase ? datesOf(phase) : null };
}

/** The time when the next phase of a schedule starts or its last one ends; null if none follows. */
export function nextPhaseChangeAt(schedule: Schedule): number | null {
  if (schedule.status === 'not_started') return schedule.phases[0]?.start_date ?? null;
  return schedule.status === 'active' ? (schedule.current_phase?.end_date ?? null) : null;
}

export function applyDuePhase(context: CallContext, schedule: Schedule): void {
  if (schedule.status === 'not_started') startSchedule(context, schedule);
  else nextPhase(context, schedule);
}

export function schedulesOf(store: Store, customer: string | null | undefined): Schedule[] {
  return store
    .table('subscription_schedule')
    .all()
    .filter((schedule) => !customer || idOf(schedule.customer) === customer);
}

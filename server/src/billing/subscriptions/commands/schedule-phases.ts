/**
 * Computes the items and scheduled phases of a subscription after a change, in the provider's format. Pure functions;
 * times are epoch seconds.
 */
import { isDeepStrictEqual } from 'node:util';
import type Stripe from 'stripe';
import type { MirroredSubscription } from '../mirror/read-mirror.js';
import {
  PRACTICE_KEY,
  idOf,
  type ItemSnapshot,
  type PhaseSnapshot,
  quantityOf,
  upcomingPhases,
} from '../mirror/snapshots.js';
import { type PhaseParams, itemParamOf, phaseParamOf, withSettingsOf } from './phase-params.js';

/** An item of a change in the provider's format, without metadata: a pending change can't contain any. */
export type ItemChange = { price: string } | { id: string; quantity: number };

/** @param taken item → practices that have a seat on it */
export function itemChanges(
  { items }: Pick<MirroredSubscription, 'items'>,
  priceIds: readonly string[],
  taken: ReadonlyMap<string, readonly number[]>,
): ItemChange[] {
  return priceIds.flatMap((priceId): ItemChange[] => {
    const item = items.find(({ price_id: id }) => id === priceId);
    if (!item) return [{ price: priceId }];
    const isFree = (taken.get(item.id)?.length ?? 0) < item.quantity;
    return isFree ? [] : [{ id: item.id, quantity: item.quantity + 1 }];
  });
}

export interface PhaseItem {
  price: string;
  /** Absent if usage determines it. */
  quantity?: number;
  metadata?: Record<string, string>;
}

/** A phase after a change: its time and items. `phaseParams` adds everything that the change doesn't affect. */
export interface Phase {
  start_date: number;
  end_date?: number;
  duration?: { interval: 'month' | 'year'; interval_count: number };
  items: PhaseItem[];
}

/** The basis for new phases. */
export type Scheduled = Pick<MirroredSubscription, 'view' | 'items' | 'schedule'>;

interface BoundedPhase {
  start: number;
  end: number;
  items: PhaseItem[];
}

const phaseItems = (items: readonly ItemSnapshot[]): PhaseItem[] =>
  items.map((item) => ({
    price: item.price_id,
    ...(quantityOf(item) !== undefined && { quantity: item.quantity }),
    ...(item.practice !== null && { metadata: { [PRACTICE_KEY]: String(item.practice) } }),
  }));

const toPhase = ({ start, end, items }: BoundedPhase): Phase => ({
  start_date: start,
  end_date: end,
  items,
});

/** The current phase with the subscription's current items, and the upcoming phases. */
function boundedPhases({ items, schedule, view }: Scheduled): BoundedPhase[] {
  const current = schedule?.current_phase ?? { start_date: view.period.start, end_date: view.period.end };
  const upcoming = schedule ? upcomingPhases(schedule) : [];
  return [
    { start: current.start_date, end: current.end_date, items: phaseItems(items) },
    ...upcoming.map((phase: PhaseSnapshot) => ({
      start: phase.start_date,
      end: phase.end_date,
      items: phaseItems(phase.items),
    })),
  ];
}

/** Splits a phase of several periods at the end of the paid period. */
function cutAt(phase: BoundedPhase, at: number): BoundedPhase[] {
  if (at <= phase.start || at >= phase.end) return [phase];
  return [
    { ...phase, end: at },
    { ...phase, start: at },
  ];
}

/** The end of an item removed now: the end of the paid period. */
export function endOfPaidPeriod({ view }: Pick<MirroredSubscription, 'view'>): number {
  return view.period.end;
}

/** The phases without these prices, from the end of the paid period. All other items stay scheduled. */
export function phasesWithout(subscription: Scheduled, priceIds: readonly string[]): Phase[] {
  const end = endOfPaidPeriod(subscription);
  const removePrices = (phase: BoundedPhase): BoundedPhase =>
    phase.start < end
      ? phase
      : { ...phase, items: phase.items.filter(({ price: priceId }) => !priceIds.includes(priceId)) };
  const phases = boundedPhases(subscription)
    .flatMap((phase) => cutAt(phase, end))
    .map(removePrices);
  if (phases.some(({ start }) => start >= end)) return phases.map(toPhase);
  const last = phases.at(-1);
  return [
    ...phases.map(toPhase),
    {
      start_date: end,
      duration: { interval: subscription.items[0]?.interval ?? 'month', interval_count: 1 },
      items: (last?.items ?? []).filter(({ price: priceId }) => !priceIds.includes(priceId)),
    },
  ];
}

/** The phases with these prices added to each of them. */
export function phasesWith(subscription: Scheduled, added: readonly PhaseItem[]): Phase[] {
  return boundedPhases(subscription).map((phase) =>
    toPhase({
      ...phase,
      items: [...phase.items.filter((item) => !added.some(({ price: priceId }) => priceId === item.price)), ...added],
    }),
  );
}

/** The phases after a removal is undone: each has the items again. */
export function phasesAfterUndo(subscription: Scheduled, priceIds: readonly string[]): Phase[] {
  const restored = phaseItems(subscription.items.filter(({ price_id: priceId }) => priceIds.includes(priceId)));
  return phasesWith(subscription, restored);
}

/** Expanded for `phaseParams`, and for the snapshots that phases are based on. */
export const WITH_SUBSCRIPTION = { expand: ['subscription', 'phases.items.price'] };

type SchedulePhase = Stripe.SubscriptionSchedule.Phase;

/** The phase that a new one continues: the one at its start, otherwise the last one. */
function sourceOf(phases: readonly SchedulePhase[], { start_date: start }: Phase): SchedulePhase | undefined {
  return phases.find((one) => one.start_date <= start && start < one.end_date) ?? phases.at(-1);
}

const itemWithPrice = (priceId: string, phases: readonly SchedulePhase[]) =>
  phases.flatMap((phase) => phase.items).find(({ price }) => idOf(price) === priceId);

/** An item keeps its discounts, taxes and metadata, even if it returns from an earlier phase. */
function itemParams(item: PhaseItem, phases: readonly SchedulePhase[]): PhaseParams['items'][number] {
  const source = itemWithPrice(item.price, phases);
  const sourceParams = source ? itemParamOf(source) : {};
  const metadata = { ...source?.metadata, ...item.metadata };
  return { ...sourceParams, ...item, ...(Object.keys(metadata).length > 0 && { metadata }) };
}

/** A phase with a new start repeats nothing from a phase's start: no one-time items and no proration. */
function settingsOf(phase: Phase, source: SchedulePhase): Partial<PhaseParams> {
  const { add_invoice_items, billing_cycle_anchor, proration_behavior, trial_end, ...settings } = phaseParamOf(source);
  const end = phase.end_date ?? Infinity;
  const hasTrial = typeof trial_end === 'number' && trial_end > phase.start_date;
  return {
    ...settings,
    ...(hasTrial && { trial_end: Math.min(trial_end, end) }),
    ...(phase.start_date === source.start_date
      ? {
          ...(add_invoice_items && { add_invoice_items }),
          ...(billing_cycle_anchor && { billing_cycle_anchor }),
          ...(proration_behavior && { proration_behavior }),
        }
      : { proration_behavior: 'none' }),
  };
}

function phasesNow({
  phases,
  current_phase: current,
  subscription,
}: Pick<Stripe.SubscriptionSchedule, 'phases' | 'current_phase' | 'subscription'>): SchedulePhase[] {
  if (!subscription || typeof subscription === 'string') return phases;
  return phases.map((phase) =>
    phase.start_date === current?.start_date ? withSettingsOf(phase, subscription) : phase,
  );
}

/**
 * The new phases as parameters, with everything in the provider's phases that the change doesn't affect.
 *
 * @param schedule with `WITH_SUBSCRIPTION` expanded
 */
export function phaseParams(
  planned: readonly Phase[],
  schedule: Pick<Stripe.SubscriptionSchedule, 'phases' | 'current_phase' | 'subscription'>,
): PhaseParams[] {
  const phases = phasesNow(schedule);
  return planned.map(({ items, ...dates }): PhaseParams => {
    const source = sourceOf(phases, { items, ...dates });
    const settings = source ? settingsOf({ items, ...dates }, source) : { proration_behavior: 'none' as const };
    delete settings.end_date;
    const ordered = [source, ...phases].flatMap((phase) => phase ?? []);
    return { ...settings, ...dates, items: items.map((item) => itemParams(item, ordered)) };
  });
}

/**
 * The current and upcoming phases, charged to another card.
 *
 * @param schedule with `WITH_SUBSCRIPTION` expanded
 * @param cardId null to follow the customer's default card
 * @returns undefined if they already are
 */
export function phasesChargedTo(
  schedule: Pick<Stripe.SubscriptionSchedule, 'phases' | 'current_phase' | 'subscription'>,
  cardId: string | null,
): PhaseParams[] | undefined {
  const from = schedule.current_phase?.start_date ?? 0;
  const phases = phasesNow(schedule).filter(({ start_date: start }) => start >= from);
  if (phases.every((phase) => idOf(phase.default_payment_method) === cardId)) return undefined;
  return phases.map((phase) => {
    const { default_payment_method: _, ...settings } = phaseParamOf(phase);
    return { ...settings, ...(cardId !== null && { default_payment_method: cardId }) };
  });
}

/** A phase without its dates, its transition and the order of its items. */
function settingsToCompare(phase: PhaseParams): PhaseParams {
  const settings = {
    ...phase,
    items: phase.items.toSorted((one, other) => ((one.price ?? '') < (other.price ?? '') ? -1 : 1)),
  };
  delete settings.start_date;
  delete settings.end_date;
  delete settings.duration;
  delete settings.proration_behavior;
  return settings;
}

/** True when no later phase differs from the current one, so that the schedule changes nothing. */
export function isWithoutChanges([current, ...later]: readonly PhaseParams[]): boolean {
  if (!current) return true;
  const now = settingsToCompare(current);
  // One-time items at the phase's start, and its trial, aren't repeated.
  delete now.add_invoice_items;
  delete now.billing_cycle_anchor;
  delete now.trial_end;
  return later.every((phase) => isDeepStrictEqual(settingsToCompare(phase), now));
}

/** True for a schedule that doesn't end or change its subscription, so that releasing it also changes nothing. */
export function isUnneeded(
  schedule: Pick<Stripe.SubscriptionSchedule, 'phases' | 'current_phase' | 'subscription' | 'end_behavior'>,
): boolean {
  const from = schedule.current_phase?.start_date ?? 0;
  const phases = phasesNow(schedule).filter(({ start_date: start }) => start >= from);
  return schedule.end_behavior !== 'cancel' && isWithoutChanges(phases.map(phaseParamOf));
}

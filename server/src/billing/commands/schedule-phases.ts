/**
 * Computes the items and scheduled phases of a subscription after a change, in the provider's format. Pure functions;
 * times are epoch seconds.
 */
import type { MirroredSubscription } from '../mirror/read-mirror.js';
import { PRACTICE_KEY, type ItemSnapshot, type PhaseSnapshot, upcomingPhases } from '../mirror/snapshots.js';

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
  quantity: number;
  metadata?: Record<string, string>;
}

export interface Phase {
  start_date: number;
  end_date?: number;
  duration?: { interval: 'month' | 'year'; interval_count: number };
  items: PhaseItem[];
  proration_behavior: 'none';
}

type Scheduled = Pick<MirroredSubscription, 'view' | 'items' | 'schedule'>;

interface BoundedPhase {
  start: number;
  end: number;
  items: PhaseItem[];
}

const phaseItems = (items: readonly ItemSnapshot[]): PhaseItem[] =>
  items.map(({ price_id: priceId, quantity, practice: practiceId }) => ({
    price: priceId,
    quantity,
    ...(practiceId !== null && { metadata: { [PRACTICE_KEY]: String(practiceId) } }),
  }));

const toPhase = ({ start, end, items }: BoundedPhase): Phase => ({
  start_date: start,
  end_date: end,
  items,
  proration_behavior: 'none',
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

/** The time at which an item that is removed now ends: the end of the paid period. */
export function endOfPaidPeriod({ view }: Pick<MirroredSubscription, 'view'>): number {
  return view.period.end;
}

/** The phases without these prices, from the end of the paid period on. All other items stay scheduled. */
export function phasesWithout(subscription: Scheduled, priceIds: readonly string[]): Phase[] {
  const end = endOfPaidPeriod(subscription);
  const without = (phase: BoundedPhase): BoundedPhase =>
    phase.start < end
      ? phase
      : { ...phase, items: phase.items.filter(({ price: priceId }) => !priceIds.includes(priceId)) };
  const phases = boundedPhases(subscription)
    .flatMap((phase) => cutAt(phase, end))
    .map(without);
  if (phases.some(({ start }) => start >= end)) return phases.map(toPhase);
  const last = phases.at(-1);
  return [
    ...phases.map(toPhase),
    {
      start_date: end,
      duration: { interval: subscription.items[0]?.interval ?? 'month', interval_count: 1 },
      items: (last?.items ?? []).filter(({ price: priceId }) => !priceIds.includes(priceId)),
      proration_behavior: 'none',
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

const sameItems = (one: readonly PhaseItem[], other: readonly PhaseItem[]): boolean =>
  one.length === other.length &&
  one.every((item) =>
    other.some(({ price: priceId, quantity }) => priceId === item.price && quantity === item.quantity),
  );

/**
 * The phases after a removal is undone.
 *
 * @returns null when no change remains scheduled, so the schedule must be released
 */
export function phasesAfterUndo(subscription: Scheduled, priceIds: readonly string[]): Phase[] | null {
  const restored = phaseItems(subscription.items.filter(({ price_id: priceId }) => priceIds.includes(priceId)));
  const phases = phasesWith(subscription, restored);
  const [current] = phases;
  const isUnchanged = phases.every(({ items }) => current && sameItems(items, current.items));
  return isUnchanged && subscription.schedule?.end_behavior !== 'cancel' ? null : phases;
}

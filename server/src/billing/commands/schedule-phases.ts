/** What becomes of a subscription's items and phases at the provider. Pure. */
import type { MirroredSubscription } from '../views/subscription-view.js';
import { PRACTICE_KEY, type PhaseSnapshot, upcomingPhases, stopDateOf } from '../mirror/snapshots.js';

export interface Addition {
  /** For the provider: new items, and one more of those that are there for another practice. */
  items: ({ price: string; metadata: Record<string, string> } | { id: string; quantity: number })[];
  /** Ids of items that are there already and of which the practice gets a seat. */
  seats: string[];
}

/** @param taken item → practices that have a seat on it */
export function additionOf(
  { items }: Pick<MirroredSubscription, 'items'>,
  prices: readonly string[],
  practice: number,
  taken: ReadonlyMap<string, readonly number[]>,
): Addition {
  const addition: Addition = { items: [], seats: [] };
  for (const price of prices) {
    const there = items.find(({ price_id: id }) => id === price);
    if (!there) {
      addition.items.push({ price, metadata: { [PRACTICE_KEY]: String(practice) } });
      continue;
    }
    addition.seats.push(there.id);
    const isFree = (taken.get(there.id)?.length ?? 0) < there.quantity;
    if (!isFree) addition.items.push({ id: there.id, quantity: there.quantity + 1 });
  }
  return addition;
}

export interface PhaseItem {
  price: string;
  quantity: number;
}

export interface Phase {
  start_date: number;
  end_date?: number;
  duration?: { interval: 'month' | 'year'; interval_count: number };
  items: PhaseItem[];
  proration_behavior: 'none';
}

const itemsOf = (items: readonly { price_id: string; quantity: number }[]): PhaseItem[] =>
  items.map(({ price_id: price, quantity }) => ({ price, quantity }));

const phase = ({ start_date, end_date, items }: PhaseSnapshot): Phase => ({
  start_date,
  end_date,
  items: itemsOf(items),
  proration_behavior: 'none',
});

/** The phase that runs, as the subscription is. */
function running({ items, schedule, view }: MirroredSubscription): Phase {
  const { start_date, end_date } = schedule?.current_phase ?? {
    start_date: view.period.start,
    end_date: view.period.end,
  };
  return { start_date, end_date, items: itemsOf(items), proration_behavior: 'none' };
}

/** When what is removed now ends: with the period that is paid. */
export function endOfPaidPeriod({ view, schedule }: MirroredSubscription): number {
  return schedule?.current_phase ? Math.max(schedule.current_phase.end_date, view.period.end) : view.period.end;
}

/** Phases after which a price is gone from the end of the paid period on, whatever else is scheduled. */
export function phasesWithout(kept: MirroredSubscription, price: string): Phase[] {
  const now = running(kept);
  const planned = kept.schedule ? upcomingPhases(kept.schedule).map(phase) : [];
  const without = (one: Phase): Phase => ({ ...one, items: one.items.filter((item) => item.price !== price) });
  if (planned.length > 0) return [now, ...planned.map(without)];
  const next: Phase = {
    start_date: now.end_date ?? kept.view.period.end,
    duration: { interval: kept.items[0]?.interval ?? 'month', interval_count: 1 },
    items: now.items,
    proration_behavior: 'none',
  };
  return [now, without(next)];
}

/** Phases in which prices are also there later, as a subscription that has a schedule needs it. */
export function phasesWith(kept: MirroredSubscription, added: readonly PhaseItem[]): Phase[] {
  const put = (one: Phase): Phase => ({
    ...one,
    items: [...one.items.filter((item) => !added.some(({ price }) => price === item.price)), ...added],
  });
  const planned = kept.schedule ? upcomingPhases(kept.schedule).map(phase) : [];
  return [put(running(kept)), ...planned.map(put)];
}

/** Items that the next invoice no longer has, since they end before it. */
export function endingBy({ items, view, schedule }: MirroredSubscription, at: number): string[] {
  return items
    .filter((item) => {
      const stop = stopDateOf(item.price_id, view, schedule);
      return stop !== null && stop <= at;
    })
    .map(({ id }) => id);
}

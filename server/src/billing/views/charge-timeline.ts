/** The items of a subscription at each renewal, according to its schedule. Pure functions; times are epoch seconds. */
import { type RecurringInterval, periodEnd } from './billing-periods.js';

export interface TimelineItem {
  price: string;
  /** Undefined where the usage decides it. */
  quantity: number | undefined;
  name: string;
  recurring: RecurringInterval;
}

export interface TimelinePhase {
  start: number;
  end: number;
  items: readonly TimelineItem[];
}

export interface ChargeTimeline {
  /** The paid period, or the trial. */
  periodStart: number;
  periodEnd: number;
  anchor: number;
  items: readonly TimelineItem[];
  /** Phases that have not started, in order. */
  phases: readonly TimelinePhase[];
  /** When the subscription ends. Null when it continues. */
  endsAt: number | null;
}

/** One time at which something is charged, with the items of the period that starts then. */
export interface TimelineCharge {
  date: number;
  items: readonly TimelineItem[];
  /** True when the items differ from before. */
  isChanged: boolean;
  /** The part of the period before the subscription ends: 1 for a full one. */
  share: number;
}

export interface TimelineEnd {
  date: number;
  /** Name of the item. Null when the whole subscription ends. */
  item: string | null;
}

const keyOf = (items: readonly TimelineItem[]): string =>
  items
    .map(({ price: priceId, quantity }) => `${priceId}×${quantity ?? 'usage'}`)
    .sort()
    .join();

const isSameInterval = (one: RecurringInterval, other: RecurringInterval): boolean =>
  one.interval === other.interval && one.count === other.count;

export const itemsKey = keyOf;

/** Items at a time: the items of the last phase that has started by then. */
function itemsAt({ items, phases }: ChargeTimeline, at: number): readonly TimelineItem[] {
  return phases.filter(({ start }) => start <= at).at(-1)?.items ?? items;
}

/** A phase with another interval starts a new period immediately, without waiting for the current one. */
function nextReset(
  { phases }: ChargeTimeline,
  from: number,
  to: number,
  interval: RecurringInterval,
): number | undefined {
  return phases.find(({ start, items: [first] }) => {
    const isWithin = start > from && start < to;
    return isWithin && first !== undefined && !isSameInterval(first.recurring, interval);
  })?.start;
}

/** All charges until a time, by date. */
export function chargesUntil(timeline: ChargeTimeline, until: number): TimelineCharge[] {
  const charges: TimelineCharge[] = [];
  let { periodStart: start, periodEnd: end, anchor, items } = timeline;
  for (;;) {
    const interval = items[0]?.recurring;
    if (!interval) return charges;
    const reset = nextReset(timeline, start, end, interval);
    const date = reset ?? end;
    if (date > until || (timeline.endsAt !== null && date >= timeline.endsAt)) return charges;
    const after = itemsAt(timeline, date);
    const [first] = after;
    const isChanged = keyOf(after) !== keyOf(items);
    if (!first) return [...charges, { date, items: after, isChanged, share: 1 }];
    if (reset !== undefined || !isSameInterval(first.recurring, interval)) anchor = date;
    items = after;
    start = date;
    end = periodEnd(date, first.recurring, anchor);
    const isCut = timeline.endsAt !== null && timeline.endsAt < end;
    const share = isCut ? ((timeline.endsAt ?? end) - start) / (end - start) : 1;
    charges.push({ date, items: after, isChanged, share });
  }
}

/** All ends of items and of the subscription until a time, by date. */
export function endsUntil({ items, phases, endsAt }: ChargeTimeline, until: number): TimelineEnd[] {
  const ends = phases.flatMap(({ start, items: after }, index): TimelineEnd[] => {
    const before = phases[index - 1]?.items ?? items;
    return before
      .filter(({ price: priceId }) => !after.some((item) => item.price === priceId))
      .map(({ name }) => ({ date: start, item: name }));
  });
  const all = endsAt === null ? ends : [...ends, { date: endsAt, item: null }];
  return all.filter(({ date }) => date <= until).sort((one, other) => one.date - other.date);
}

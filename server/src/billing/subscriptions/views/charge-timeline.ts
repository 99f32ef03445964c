/** The items of a subscription at each renewal, according to its schedule. Pure functions; times are epoch seconds. */
import { type RecurringInterval, periodEnd } from './billing-periods.js';

export interface TimelineItem {
  price: string;
  /** Undefined if usage determines it. */
  quantity: number | undefined;
  name: string;
  recurring: RecurringInterval;
}

export interface TimelinePhase {
  start: number;
  end: number;
  items: readonly TimelineItem[];
  /** How the rest of the current period is prorated when it starts. */
  proration: 'none' | 'create_prorations' | 'always_invoice';
  /** True if a new period starts with it. */
  startsCycle: boolean;
  /** The end of its initial trial. Null without one. */
  trialEnd: number | null;
}

export interface ChargeTimeline {
  /** The paid period, or the trial. */
  periodStart: number;
  periodEnd: number;
  /** Nothing is prorated within a trial. */
  isTrial: boolean;
  anchor: number;
  items: readonly TimelineItem[];
  /** Phases that haven't started, in order. */
  phases: readonly TimelinePhase[];
  /** When the subscription ends. Null when it continues. */
  endsAt: number | null;
}

/** A time at which something is charged, with the items of the period that starts then. */
export interface TimelineCharge {
  date: number;
  items: readonly TimelineItem[];
  /** False for mere prorations within a period, and for the start of a trial. */
  isPeriod: boolean;
  /** True if it has prorations of phases that started within a period. */
  isProrated: boolean;
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

/** The last phase started by then. */
const phaseAt = ({ phases }: ChargeTimeline, at: number): TimelinePhase | undefined =>
  phases.findLast(({ start }) => start <= at);

/** Prorations of phases within a period: those invoiced immediately, and whether others wait for the next invoice. */
interface Prorations {
  invoiced: TimelineCharge[];
  areWaiting: boolean;
}

/** The items at the start of a period, and at its end. @param phases that start within it, in order */
function prorationsIn(phases: readonly TimelinePhase[], items: readonly TimelineItem[]): Prorations {
  const invoiced: TimelineCharge[] = [];
  let areWaiting = false;
  let before = items;
  for (const { start: date, items: after, proration } of phases) {
    const isChanged = keyOf(after) !== keyOf(before);
    before = after;
    if (!isChanged || proration === 'none') continue;
    areWaiting = proration === 'create_prorations';
    if (!areWaiting) invoiced.push({ date, items: after, isPeriod: false, isProrated: true, isChanged, share: 1 });
  }
  return { invoiced, areWaiting };
}

/** All charges until a time, by date. */
export function chargesUntil(timeline: ChargeTimeline, until: number): TimelineCharge[] {
  const charges: TimelineCharge[] = [];
  const isOver = (date: number): boolean => date > until || (timeline.endsAt !== null && date >= timeline.endsAt);
  let { periodStart: start, periodEnd: end, anchor, items, isTrial } = timeline;
  for (;;) {
    const interval = items[0]?.recurring;
    if (!interval) return charges;
    const within = timeline.phases.filter((phase) => phase.start > start && phase.start < end);
    // A phase with another interval, a trial or its own cycle starts a new period without waiting for the current one
    // to end.
    const reset = within.find(
      ({ items: [first], startsCycle, trialEnd }) =>
        first !== undefined &&
        (!isSameInterval(first.recurring, interval) || trialEnd !== null || (startsCycle && !isTrial)),
    );
    const date = reset?.start ?? end;
    const before = within.filter((phase) => phase.start < date);
    const { invoiced, areWaiting } = isTrial ? { invoiced: [], areWaiting: false } : prorationsIn(before, items);
    charges.push(...invoiced.filter((charge) => !isOver(charge.date)));
    if (isOver(date)) return charges;
    const phase = phaseAt(timeline, date);
    const after = phase?.items ?? timeline.items;
    const [first] = after;
    const isChanged = keyOf(after) !== keyOf(invoiced.at(-1)?.items ?? items);
    const isProrated = areWaiting || (reset !== undefined && reset.proration !== 'none' && !isTrial);
    if (!first) return [...charges, { date, items: after, isPeriod: true, isProrated, isChanged, share: 1 }];
    items = after;
    start = date;
    const trialEnd = phase?.trialEnd ?? null;
    if (trialEnd !== null && trialEnd > date) {
      // Pending items are charged when a trial starts, but not when one is extended.
      if (!isTrial) charges.push({ date, items: after, isPeriod: false, isProrated, isChanged, share: 1 });
      isTrial = true;
      anchor = end = trialEnd;
      continue;
    }
    if (reset !== undefined || !isSameInterval(first.recurring, interval)) anchor = date;
    isTrial = false;
    end = periodEnd(date, first.recurring, anchor);
    const isCut = timeline.endsAt !== null && timeline.endsAt < end;
    const share = isCut ? ((timeline.endsAt ?? end) - start) / (end - start) : 1;
    charges.push({ date, items: after, isPeriod: true, isProrated, isChanged, share });
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

/** The timeline of a subscription, from the provider's subscription and schedule. Pure functions. */
import type Stripe from 'stripe';
import type { PriceNames } from '../../catalogue/price-names.js';
import { idOf } from '../mirror/snapshots.js';
import type { RecurringInterval } from './billing-periods.js';
import type { ChargeTimeline, TimelineItem } from './charge-timeline.js';

const intervals = ['day', 'week', 'month', 'year'] as const;

function recurringOf(price: Stripe.Price | undefined): RecurringInterval {
  const interval = intervals.find((one) => one === price?.recurring?.interval) ?? 'month';
  return { interval, count: price?.recurring?.interval_count ?? 1 };
}

function timelineItem(
  { price, quantity }: { price: string | Stripe.Price | Stripe.DeletedPrice; quantity?: number | null | undefined },
  names: PriceNames,
): TimelineItem {
  const whole = typeof price === 'string' || price.deleted ? undefined : price;
  return {
    price: idOf(price) ?? '',
    quantity: whole?.recurring?.usage_type === 'metered' ? undefined : (quantity ?? 1),
    name: names.nameOf(price),
    recurring: recurringOf(whole),
  };
}

const prorations = ['none', 'create_prorations', 'always_invoice'] as const;

export function upcomingPhasesOf(
  schedule: Stripe.SubscriptionSchedule | undefined,
  from: number,
  names: PriceNames,
): ChargeTimeline['phases'] {
  const isOpen = schedule?.status === 'active' || schedule?.status === 'not_started';
  if (!schedule || !isOpen) return [];
  return schedule.phases
    .filter(({ start_date: start }) => start >= from)
    .sort((one, other) => one.start_date - other.start_date)
    .map(
      ({ start_date: start, end_date: end, items, proration_behavior, billing_cycle_anchor: anchor, trial_end }) => ({
        start,
        end,
        items: items.map((item) => timelineItem(item, names)),
        proration: prorations.find((one) => one === proration_behavior) ?? 'create_prorations',
        startsCycle: anchor === 'phase_start',
        trialEnd: trial_end !== null && trial_end > start ? trial_end : null,
      }),
    );
}

function endOf(subscription: Stripe.Subscription, schedule: Stripe.SubscriptionSchedule | undefined): number | null {
  const isCanceledAfter = schedule?.status === 'active' && schedule.end_behavior === 'cancel';
  const last = isCanceledAfter ? (schedule.phases.at(-1)?.end_date ?? null) : null;
  const ends = [subscription.cancel_at, last].filter((at) => at !== null);
  return ends.length === 0 ? null : Math.min(...ends);
}

export function timelineOf(
  subscription: Stripe.Subscription,
  items: readonly Stripe.SubscriptionItem[],
  schedule: Stripe.SubscriptionSchedule | undefined,
  names: PriceNames,
): ChargeTimeline {
  const [first] = items;
  const trialEnd = subscription.status === 'trialing' ? subscription.trial_end : null;
  return {
    periodStart: first?.current_period_start ?? 0,
    periodEnd: trialEnd ?? first?.current_period_end ?? 0,
    isTrial: trialEnd !== null,
    anchor: trialEnd ?? subscription.billing_cycle_anchor,
    items: items.map((item) => timelineItem(item, names)),
    phases: upcomingPhasesOf(schedule, schedule?.current_phase?.end_date ?? 0, names),
    endsAt: endOf(subscription, schedule),
  };
}

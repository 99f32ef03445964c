/** Cards that schedules name for later: for a phase, or for all phases without a card of their own. */
import type Stripe from 'stripe';
import { idOf } from '../billing/mirror/snapshots.js';
import { nameOfPrice } from '../catalogue/catalogue.js';
import type { CataloguePrices } from '../catalogue/catalogue-prices.js';
import { UNNAMED } from './customer-subscriptions.js';

const MAX_SCHEDULES = 5_000;

export interface ScheduledCards {
  /** The subscription, or the schedule that will start it. Both can be charged to another card. */
  id: string;
  /** The name of what it starts or changes to. */
  name: string;
  cards: ReadonlySet<string>;
}

export const isScheduleId = (id: string): boolean => id.startsWith('sub_sched_');

const isOpen = ({ status }: Stripe.SubscriptionSchedule): boolean => status === 'active' || status === 'not_started';

/** Phases that are over don't count. */
function cardsNamedBy({ phases, current_phase: current, default_settings: defaults }: Stripe.SubscriptionSchedule) {
  const from = current?.start_date ?? 0;
  const named = phases.filter(({ start_date: start }) => start >= from).map((phase) => phase.default_payment_method);
  return new Set([...named, defaults.default_payment_method].flatMap((card) => idOf(card) ?? []));
}

export function nameOfSchedule(
  { phases }: Stripe.SubscriptionSchedule,
  { keyOf }: Pick<CataloguePrices, 'keyOf'>,
): string {
  const prices = phases.flatMap(({ items }) => items.map(({ price }) => idOf(price) ?? ''));
  return prices.flatMap((price) => nameOfPrice(keyOf.get(price)) ?? [])[0] ?? UNNAMED;
}

/** @throws errors of the SDK */
export async function listScheduledCards(
  stripe: Stripe,
  customerId: string,
  prices: Pick<CataloguePrices, 'keyOf'>,
): Promise<ScheduledCards[]> {
  const schedules = await stripe.subscriptionSchedules
    .list({ customer: customerId, limit: 100 })
    .autoPagingToArray({ limit: MAX_SCHEDULES });
  return schedules.filter(isOpen).map((schedule) => {
    return {
      id: idOf(schedule.subscription) ?? schedule.id,
      name: nameOfSchedule(schedule, prices),
      cards: cardsNamedBy(schedule),
    };
  });
}

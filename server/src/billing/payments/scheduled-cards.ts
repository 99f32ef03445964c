/** Cards that schedules will charge: a phase's own card, or that of all phases without one. */
import type Stripe from 'stripe';
import { idOf } from '../subscriptions/mirror/snapshots.js';
import type { CataloguePrices } from '../catalogue/catalogue-prices.js';
import { readPriceNames } from '../catalogue/price-names.js';
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

/** Past phases don't count. */
function cardsNamedBy({ phases, current_phase: current, default_settings: defaults }: Stripe.SubscriptionSchedule) {
  const from = current?.start_date ?? 0;
  const named = phases.filter(({ start_date: start }) => start >= from).map((phase) => phase.default_payment_method);
  return new Set([...named, defaults.default_payment_method].flatMap((card) => idOf(card) ?? []));
}

const pricesOf = ({ phases }: Stripe.SubscriptionSchedule): (string | Stripe.Price | Stripe.DeletedPrice)[] =>
  phases.flatMap(({ items }) => items.map(({ price }) => price));

/** The names of schedules, by id. @throws errors of the SDK */
export async function readScheduleNames(
  stripe: Stripe,
  schedules: readonly Stripe.SubscriptionSchedule[],
  prices: Pick<CataloguePrices, 'keyOf'>,
): Promise<ReadonlyMap<string, string>> {
  const names = await readPriceNames(stripe, schedules.flatMap(pricesOf), prices);
  return new Map(schedules.map((one) => [one.id, names.nameOfAll(pricesOf(one)) ?? UNNAMED] as const));
}

/** @throws errors of the SDK */
export async function listScheduledCards(
  stripe: Stripe,
  customerId: string,
  prices: Pick<CataloguePrices, 'keyOf'>,
): Promise<ScheduledCards[]> {
  const all = await stripe.subscriptionSchedules
    .list({ customer: customerId, limit: 100, expand: ['data.phases.items.price'] })
    .autoPagingToArray({ limit: MAX_SCHEDULES });
  const schedules = all.filter(isOpen);
  const names = await readScheduleNames(stripe, schedules, prices);
  return schedules.map((schedule) => {
    return {
      id: idOf(schedule.subscription) ?? schedule.id,
      name: names.get(schedule.id) ?? UNNAMED,
      cards: cardsNamedBy(schedule),
    };
  });
}

/** Subscriptions, schedules and their seats as the contract shows them to the provider's own staff. No database here. */
import type { AdminItem, AdminSubscription, PaymentMethod } from 'shared-api/contracts';
import { contentsOf, nameOfPrice, named } from '../catalogue/catalogue.js';
import {
  type ItemSnapshot,
  type ScheduleSnapshot,
  type SubscriptionSnapshot,
  upcomingPhases,
  stopDateOf,
} from '../billing/mirror/snapshots.js';

export interface SeatHolder {
  id: number;
  name: string;
}

/** What is shown beside what the provider holds. */
export interface Surroundings {
  keyOf: ReadonlyMap<string, string>;
  /** Item → practices with a seat of it, by number. */
  seats: ReadonlyMap<string, readonly SeatHolder[]>;
  /** Of the customer. */
  cards: readonly PaymentMethod[];
}

/** The catalogue's name of an item, or the provider's where the catalogue does not know it. */
export function itemName({ price_id: price, name }: ItemSnapshot, keyOf: Surroundings['keyOf']): string {
  return nameOfPrice(keyOf.get(price)) ?? name;
}

function adminItem(
  item: ItemSnapshot,
  currency: string,
  stopDate: number | null,
  { keyOf, seats }: Surroundings,
): AdminItem {
  const contents = contentsOf(keyOf.get(item.price_id));
  const holders = seats.get(item.id) ?? [];
  return {
    id: item.id,
    description: itemName(item, keyOf),
    quantity: item.quantity,
    amount: item.amount * item.quantity,
    currency,
    interval: item.interval,
    total_quantity: item.quantity,
    used_quantity: holders.length,
    available_quantity: Math.max(0, item.quantity - holders.length),
    assigned_practices: [...holders],
    bundles: (contents?.bundles ?? []).map(named),
    features: (contents?.features ?? []).map(named),
    stop_date: stopDate,
  };
}

/** The card that pays. One that the customer has no more is told by its id alone. */
function paying(id: string | null, cards: readonly PaymentMethod[]) {
  const found = cards.find((one) => one.id === id);
  return {
    payment_method_details: found ? { id: found.id, card: found.card } : null,
    default_payment_method: id,
  };
}

export type ShownSubscription = Pick<SubscriptionSnapshot, 'id' | 'status' | 'created' | 'currency' | 'cancel_at'>;

export function adminSubscription(
  subscription: ShownSubscription,
  items: readonly ItemSnapshot[],
  schedule: ScheduleSnapshot | null,
  card: string | null,
  surroundings: Surroundings,
): AdminSubscription {
  const { id, status, created, currency } = subscription;
  return {
    id,
    status,
    created,
    currency,
    items: items.map((item) =>
      adminItem(item, currency, stopDateOf(item.price_id, subscription, schedule), surroundings),
    ),
    ...paying(card, surroundings.cards),
    parent_subscription_id: null,
    subscription: null,
    phases: [],
    current_phase: null,
    end_behavior: null,
  };
}

/** Items of the phases to come, of which practices can have a seat. */
export function scheduledItems(schedule: ScheduleSnapshot): ItemSnapshot[] {
  return upcomingPhases(schedule).flatMap(({ items }) => items);
}

/** What is scheduled, with the items of the phases to come; undefined when nothing is. */
export function adminSchedule(
  schedule: ScheduleSnapshot,
  card: string | null,
  surroundings: Surroundings,
): AdminSubscription | undefined {
  const items = scheduledItems(schedule);
  if (items.length === 0) return undefined;
  return {
    id: schedule.id,
    status: schedule.status,
    created: schedule.created,
    currency: schedule.currency,
    items: items.map((item) => adminItem(item, schedule.currency, null, surroundings)),
    ...paying(card, surroundings.cards),
    parent_subscription_id: schedule.subscription_id,
    subscription: schedule.subscription_id,
    phases: schedule.phases.map(({ start_date, end_date }) => ({ start_date, end_date })),
    current_phase: schedule.current_phase,
    end_behavior: schedule.end_behavior,
  };
}

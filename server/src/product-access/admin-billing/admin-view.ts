/** Subscriptions, schedules and their seats in the contract's format, for internal staff. No database access. */
import type { AdminCustomer, AdminItem, AdminSubscription, PaymentMethod } from 'shared-api/contracts';
import {
  type ItemSnapshot,
  type ScheduleSnapshot,
  type SubscriptionSnapshot,
  periodAmount,
  stopDateOf,
  upcomingPhases,
} from '../../billing/subscriptions/mirror/snapshots.js';
import { isOver, needsAttention } from '../../billing/stripe/statuses.js';
import { scheduledDifferences } from '../../billing/subscriptions/views/scheduled-differences.js';
import { bundlesByName, contentsOf, nameOfPrice, toNamedProduct } from '../../billing/catalogue/catalogue.js';
import type { CustomerDetails } from './customer-details.js';
import { continuedItem, scheduledItems } from './scheduled-seats.js';

export interface SeatHolder {
  id: number;
  name: string;
}

/** Item → practices with a seat on it, sorted by id. */
export type SeatHolders = ReadonlyMap<string, readonly SeatHolder[]>;

/** Data shown together with the provider's data. */
export interface ViewContext {
  /** Price → catalogue key. */
  keyOf: ReadonlyMap<string, string>;
  seats: SeatHolders;
  /** Cards of the customer. */
  cards: readonly PaymentMethod[];
}

export interface CustomerSubscription {
  snapshot: Omit<SubscriptionSnapshot, 'items' | 'schedule'>;
  items: readonly ItemSnapshot[];
  /** The charged card. */
  card: string | null;
}

/** A customer with its subscriptions and schedules. */
export interface CustomerBilling {
  details: CustomerDetails;
  subscriptions: readonly CustomerSubscription[];
  schedules: readonly ScheduleSnapshot[];
}

/** The catalogue's name of an item, or the provider's name if the item isn't in the catalogue. */
export function itemName({ price_id: priceId, name }: ItemSnapshot, keyOf: ViewContext['keyOf']): string {
  return nameOfPrice(keyOf.get(priceId)) ?? name;
}

function bundleView(name: string): AdminItem['bundles'][number] {
  return { ...toNamedProduct(name), features: (bundlesByName.get(name)?.features ?? []).map(toNamedProduct) };
}

function itemView(
  item: ItemSnapshot,
  currency: string,
  stopDate: number | null,
  holders: readonly SeatHolder[],
  keyOf: ViewContext['keyOf'],
): AdminItem {
  const contents = contentsOf(keyOf.get(item.price_id));
  return {
    id: item.id,
    description: itemName(item, keyOf),
    quantity: item.quantity,
    amount: periodAmount(item),
    ...(item.by_usage === true && { by_usage: true }),
    currency,
    interval: item.interval,
    ...(item.every && { every: item.every }),
    total_quantity: item.quantity,
    used_quantity: holders.length,
    available_quantity: Math.max(0, item.quantity - holders.length),
    assigned_practices: [...holders],
    bundles: (contents?.bundles ?? []).map(bundleView),
    features: (contents?.features ?? []).map(toNamedProduct),
    stop_date: stopDate,
    starts_at: null,
    continues: null,
  };
}

/** The charged card. If the customer no longer has it, only its id is known. */
function payingCard(id: string | null, cards: readonly PaymentMethod[]) {
  const card = cards.find((one) => one.id === id);
  return {
    payment_method_details: card ? { id: card.id, card: card.card } : null,
    default_payment_method: id,
  };
}

function subscriptionView(
  { snapshot, items, card: cardId }: CustomerSubscription,
  schedule: ScheduleSnapshot | null,
  { keyOf, seats, cards }: ViewContext,
): AdminSubscription {
  const { id, status, created, currency } = snapshot;
  return {
    id,
    status,
    created,
    currency,
    items: items.map((item) => {
      const stopDate = stopDateOf(item.price_id, snapshot, schedule);
      return itemView(item, currency, stopDate, seats.get(item.id) ?? [], keyOf);
    }),
    ...payingCard(cardId, cards),
    parent_subscription_id: null,
    subscription: null,
    phases: [],
    current_phase: null,
    end_behavior: null,
    ...(snapshot.is_collecting !== undefined && { is_collecting: snapshot.is_collecting }),
    needs_attention: needsAttention(snapshot),
    is_over: isOver(status),
    scheduled_differences: [],
  };
}

/** The practices with a seat on any of these items. */
function holdersOf(itemIds: readonly string[], seats: SeatHolders): SeatHolder[] {
  const holders = new Map(itemIds.flatMap((id) => seats.get(id) ?? []).map((holder) => [holder.id, holder]));
  return [...holders.values()].sort((one, other) => one.id - other.id);
}

/** The items of all upcoming phases. A seat on an item includes the items that continue it. */
function scheduledItemViews(
  schedule: ScheduleSnapshot,
  parent: CustomerSubscription | undefined,
  { keyOf, seats }: ViewContext,
): AdminItem[] {
  return upcomingPhases(schedule).flatMap(({ start_date: start, items }) =>
    items.map((item) => {
      const continues = continuedItem(item, schedule, parent?.items ?? []);
      const holders = holdersOf([...(continues ? [continues.id] : []), item.id], seats);
      const view = itemView(item, schedule.currency, null, holders, keyOf);
      return { ...view, starts_at: start, continues: continues?.id ?? null };
    }),
  );
}

/** The scheduled change, with the items of the upcoming phases. Undefined when nothing is scheduled. */
function scheduleView(
  schedule: ScheduleSnapshot,
  parent: CustomerSubscription | undefined,
  cardId: string | null,
  context: ViewContext,
): AdminSubscription | undefined {
  const items = scheduledItemViews(schedule, parent, context);
  if (items.length === 0) return undefined;
  const { id, status, created, currency, subscription_id: parentId } = schedule;
  return {
    id,
    status,
    created,
    currency,
    items,
    ...payingCard(cardId, context.cards),
    parent_subscription_id: parentId,
    subscription: parentId,
    phases: schedule.phases.map(({ start_date, end_date }) => ({ start_date, end_date })),
    current_phase: schedule.current_phase,
    end_behavior: schedule.end_behavior,
    needs_attention: false,
    is_over: false,
    scheduled_differences: scheduledDifferences(schedule, parent, context.keyOf),
  };
}

/** Subscriptions, newest first, each followed by its schedule; then schedules without a parent. */
export function customerView(
  { details, subscriptions, schedules }: CustomerBilling,
  { keyOf, seats }: Omit<ViewContext, 'cards'>,
): AdminCustomer {
  const context = { keyOf, seats, cards: details.cards };
  const withSchedules = [...subscriptions]
    .sort(
      (one, other) => other.snapshot.created - one.snapshot.created || (one.snapshot.id < other.snapshot.id ? -1 : 1),
    )
    .flatMap((subscription) => {
      const schedule = schedules.find((one) => one.subscription_id === subscription.snapshot.id) ?? null;
      const scheduled = schedule && scheduleView(schedule, subscription, subscription.card, context);
      const view = subscriptionView(subscription, schedule, context);
      return scheduled ? [view, scheduled] : [view];
    });
  const standalone = schedules
    .filter((schedule) => !subscriptions.some(({ snapshot }) => snapshot.id === schedule.subscription_id))
    .flatMap((schedule) => scheduleView(schedule, undefined, details.defaultCard, context) ?? []);
  const { id, name, email, description, cards, error } = details;
  return {
    id,
    name: name ?? subscriptions.find(({ snapshot }) => snapshot.customer_name !== null)?.snapshot.customer_name ?? null,
    email,
    description,
    subscriptions: [...withSchedules, ...standalone],
    payment_methods: cards.map((card) => ({ id: card.id, card: card.card, is_default: card.is_default })),
    error,
  };
}

/** Ids of all items that practices can have a seat on. */
export function itemIds({ subscriptions, schedules }: Pick<CustomerBilling, 'subscriptions' | 'schedules'>): string[] {
  return [...subscriptions.flatMap(({ items }) => items), ...schedules.flatMap(scheduledItems)].map(({ id }) => id);
}

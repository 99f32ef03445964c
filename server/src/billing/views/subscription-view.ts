/** Subscriptions as the contract shows them. No database here. */
import type { Subscription, SubscriptionItem } from 'shared-api/contracts';
import { subscriptionStatuses } from 'shared-api/contracts';
import { contentsOf, descriptionOfPrice, nameOfPrice, named } from '../../catalogue/catalogue.js';
import { type ItemSnapshot, type ScheduleSnapshot, type SubscriptionSnapshot, upcomingPhases, stopDateOf } from '../mirror/snapshots.js';

export type KeyOfPrice = ReadonlyMap<string, string>;

/** A subscription, its items and its schedule, with the items that the practice has a seat on. */
export interface MirroredSubscription {
  view: Omit<SubscriptionSnapshot, 'items' | 'schedule'>;
  /** All of them, in their order. */
  items: readonly ItemSnapshot[];
  schedule: ScheduleSnapshot | null;
  /** Ids of the practice's own. */
  own: ReadonlySet<string>;
}

/** The catalogue's name of a price, or the provider's where the catalogue does not know it. */
const nameOf = (item: ItemSnapshot, keyOf: KeyOfPrice): string => nameOfPrice(keyOf.get(item.price_id)) ?? item.name;

export function itemContract(item: ItemSnapshot, keyOf: KeyOfPrice, stopDate: number | null): SubscriptionItem {
  const contents = contentsOf(keyOf.get(item.price_id));
  const name = nameOf(item, keyOf);
  return {
    id: item.id,
    price_id: item.price_id,
    plan_name: name,
    plan_details: { name, amount: item.amount, interval: item.interval },
    description: descriptionOfPrice(keyOf.get(item.price_id)) ?? item.description,
    plan_interval: item.interval,
    quantity: item.quantity,
    stop_date: stopDate,
    features: (contents?.features ?? []).map(named),
    bundles: (contents?.bundles ?? []).map(named),
    amount: item.amount * item.quantity,
    // Ids of plans that are older than prices say so.
    meta_data: item.price_id.startsWith('plan_') ? { plan: item.price_id } : { price: item.price_id },
    optional_feature: contents?.addOn ?? null,
  };
}

const total = (items: readonly ItemSnapshot[]): number =>
  items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0);

function statusOf(status: string): Subscription['status'] {
  // What the provider adds one day is shown like something that does not run.
  return subscriptionStatuses.find((known) => known === status) ?? 'paused';
}

/** What a subscription is called by: its first item that is not an add-on. */
function leading(items: readonly ItemSnapshot[], keyOf: KeyOfPrice): ItemSnapshot | undefined {
  return items.find(({ price_id: id }) => contentsOf(keyOf.get(id))?.addOn === null) ?? items[0];
}

export function subscriptionContract(
  { view, items, schedule, own }: MirroredSubscription,
  keyOf: KeyOfPrice,
): Subscription {
  const shown = items.filter(({ id }) => own.has(id));
  const first = leading(shown, keyOf) ?? leading(items, keyOf);
  return {
    id: view.id,
    parent_subscription_id: null,
    status: statusOf(view.status),
    plan_name: first ? nameOf(first, keyOf) : view.id,
    plan_interval: first?.interval ?? 'month',
    amount: total(items),
    currency: view.currency,
    created: view.created,
    trial_start: view.trial_start,
    trial_end: view.trial_end,
    canceled_at: view.canceled_at,
    current_phase: schedule?.current_phase ?? { start_date: view.period.start, end_date: view.period.end },
    items: shown.map((item) => itemContract(item, keyOf, stopDateOf(item.price_id, view, schedule))),
    customer_id: view.customer_id,
    customer_name: view.customer_name,
    payment_method: view.payment_method,
    payment_url: view.payment_url,
  };
}

/**
 * The next phase of a schedule as a subscription of its own, under its parent (specification: billing, 4); undefined when
 * nothing is to come.
 *
 * @param parent undefined for a schedule that has not begun, whose own items are then those with a seat
 */
export function scheduledContract(
  schedule: ScheduleSnapshot,
  own: ReadonlySet<string>,
  parent: MirroredSubscription | undefined,
  keyOf: KeyOfPrice,
): Subscription | undefined {
  const [next] = upcomingPhases(schedule);
  if (!next) return undefined;
  const ownPrices = new Set(parent?.items.filter(({ id }) => own.has(id)).map(({ price_id: price }) => price));
  const items = next.items.filter(({ id, price_id: price }) => own.has(id) || ownPrices.has(price));
  const first = leading(items, keyOf) ?? leading(next.items, keyOf);
  return {
    id: schedule.id,
    parent_subscription_id: schedule.subscription_id,
    status: 'not_started',
    plan_name: first ? nameOf(first, keyOf) : schedule.id,
    plan_interval: first?.interval ?? 'month',
    amount: total(next.items),
    currency: schedule.currency,
    created: schedule.created,
    trial_start: null,
    trial_end: null,
    canceled_at: null,
    current_phase: { start_date: next.start_date, end_date: next.end_date },
    items: items.map((item) => itemContract(item, keyOf, null)),
    customer_id: schedule.customer_id,
    customer_name: parent?.view.customer_name ?? null,
    payment_method: parent?.view.payment_method ?? null,
    payment_url: null,
  };
}

/** Reads what is mirrored of the subscriptions on which a practice has a seat. */
import type { Db } from '../../database/tables.js';
import { Refusal, notFound } from '../../http/refusal.js';
import type { ItemSnapshot, ScheduleSnapshot, SubscriptionSnapshot } from './snapshots.js';
import { ARREARS_STATUSES, isFailedStart } from '../statuses.js';

/** A subscription, its items and its schedule, with the items on which the practice has a seat. */
export interface MirroredSubscription {
  view: Omit<SubscriptionSnapshot, 'items' | 'schedule'>;
  /** All of them, in order. */
  items: readonly ItemSnapshot[];
  schedule: ScheduleSnapshot | null;
  /** Ids of the practice's own items. */
  own: ReadonlySet<string>;
}

export interface PracticeMirror {
  /** Newest first. */
  subscriptions: MirroredSubscription[];
  /** Schedules that have not started, in which the practice has a seat. */
  waiting: ScheduleSnapshot[];
  /** Ids of all items on which the practice has a seat. */
  own: ReadonlySet<string>;
}

/** Items by the subscription or schedule that they are of, in their order. */
export async function itemsOf(db: Db, subscriptions: readonly string[]): Promise<Map<string, ItemSnapshot[]>> {
  const rows = await db
    .selectFrom('billing_items')
    .select(['subscription_id', 'shown'])
    .where('subscription_id', 'in', [...subscriptions])
    .orderBy('place')
    .orderBy('id')
    .execute();
  const found = new Map<string, ItemSnapshot[]>();
  for (const { subscription_id: id, shown } of rows) found.set(id, [...(found.get(id) ?? []), shown]);
  return found;
}

export async function readMirror(db: Db, practice: number): Promise<PracticeMirror> {
  const seats = await db
    .selectFrom('item_assignments')
    .select(['item_id', 'subscription_id'])
    .where('practice_id', '=', practice)
    .execute();
  const own = new Set(seats.map(({ item_id: id }) => id));
  const ids = [...new Set(seats.map(({ subscription_id: id }) => id))];
  if (ids.length === 0) return { subscriptions: [], waiting: [], own };
  const [subscriptions, items, schedules] = await Promise.all([
    db.selectFrom('billing_subscriptions').select(['id', 'shown']).where('id', 'in', ids).execute(),
    itemsOf(db, ids),
    db
      .selectFrom('billing_schedules')
      .select(['id', 'subscription_id', 'shown'])
      .where((where) => where.or([where('subscription_id', 'in', ids), where('id', 'in', ids)]))
      .orderBy('id')
      .execute(),
  ]);
  return {
    subscriptions: subscriptions
      // Nothing was started by a start that was never paid.
      .filter(({ shown }) => !isFailedStart(shown.status))
      .map(({ id, shown }) => ({
        view: shown,
        items: items.get(id) ?? [],
        schedule: schedules.find((schedule) => schedule.subscription_id === id)?.shown ?? null,
        own,
      }))
      .sort((one, other) => other.view.created - one.view.created || (one.view.id < other.view.id ? -1 : 1)),
    waiting: schedules.filter((one) => one.subscription_id === null).map(({ shown }) => shown),
    own,
  };
}

/**
 * A subscription on which the practice has a seat.
 *
 * @throws Refusal `scheduled` for a scheduled change, `not_found`
 */
export async function findSubscription(db: Db, practice: number, id: string): Promise<MirroredSubscription> {
  if (id.startsWith('sub_sched_')) {
    throw new Refusal(409, 'scheduled', 'A scheduled change can’t be edited. Change its subscription instead.');
  }
  const { subscriptions } = await readMirror(db, practice);
  const found = subscriptions.find(({ view }) => view.id === id);
  if (!found) throw notFound('This practice has no such subscription.');
  return found;
}

/** How many seats of each item are taken, over all practices. */
export async function seatsTaken(db: Db, items: readonly string[]): Promise<Map<string, number[]>> {
  if (items.length === 0) return new Map();
  const rows = await db
    .selectFrom('item_assignments')
    .select(['item_id', 'practice_id'])
    .where('item_id', 'in', [...items])
    .execute();
  const found = new Map<string, number[]>();
  for (const { item_id: id, practice_id: practice } of rows) found.set(id, [...(found.get(id) ?? []), practice]);
  return found;
}

/** Ids of items on which other practices have a seat too. */
export async function sharedItems(
  db: Db,
  practiceId: number,
  subscriptions: readonly MirroredSubscription[],
): Promise<Set<string>> {
  const taken = await seatsTaken(
    db,
    subscriptions.flatMap(({ items }) => items.map(({ id }) => id)),
  );
  return new Set([...taken].filter(([, holders]) => holders.some((other) => other !== practiceId)).map(([id]) => id));
}

/** Whether a subscription serves other practices too: with a seat of theirs, or with items that are not this practice's. */
export function isSharedSubscription({ items, own }: MirroredSubscription, shared: ReadonlySet<string>): boolean {
  return items.some(({ id, quantity }) => shared.has(id) || !own.has(id) || quantity > 1);
}

/**
 * @throws Refusal `shared` when another practice has a seat on one of the items (DECISIONS 28)
 */
export async function assertNotShared(
  db: Db,
  practice: number,
  items: readonly ItemSnapshot[],
  verb: string,
): Promise<void> {
  const taken = await seatsTaken(
    db,
    items.map(({ id }) => id),
  );
  const shared = items.find(({ id }) => taken.get(id)?.some((other) => other !== practice));
  if (!shared) return;
  throw new Refusal(
    409,
    'shared',
    `${shared.name} is shared with another practice, so it can’t be ${verb} here. Contact support.`,
  );
}

/** @returns the id of the subscription that a request has started */
export async function findSubscriptionOfRequest(
  db: Db,
  customer: string,
  requestId: string,
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('billing_subscriptions')
    .select(['id', 'shown'])
    .where('customer_id', '=', customer)
    .execute();
  return rows.find(({ shown }) => shown.request === requestId)?.id;
}

function customerRows(db: Db, customers: readonly string[]) {
  return db
    .selectFrom('billing_subscriptions')
    .select(['customer_id', 'shown'])
    .where('customer_id', 'in', [...customers])
    .orderBy('id');
}

/** Names of customers as they were last mirrored. */
export async function readCustomerNames(db: Db, customers: readonly string[]): Promise<Map<string, string>> {
  if (customers.length === 0) return new Map();
  const rows = await customerRows(db, customers).execute();
  return new Map(
    rows.flatMap(({ customer_id: id, shown }) => (shown.customer_name ? [[id, shown.customer_name]] : [])),
  );
}

/** Customers that owe a payment, with their names. */
export async function readCustomersInArrears(
  db: Db,
  customers: readonly string[],
): Promise<Map<string, string | null>> {
  if (customers.length === 0) return new Map();
  const rows = await customerRows(db, customers).where('status', 'in', ARREARS_STATUSES).execute();
  return new Map(rows.map(({ customer_id: id, shown }) => [id, shown.customer_name]));
}

/** Reads what is mirrored of the subscriptions on which a practice has a seat. */
import type { Db } from '../../database/tables.js';
import { Refusal, notFound } from '../../http/refusal.js';
import type { ItemSnapshot, ScheduleSnapshot, SubscriptionSnapshot } from './snapshots.js';
import { listCustomerIds } from '../../payments/customers-repository.js';
import { isFailedStart, isOver } from '../statuses.js';
import {
  findCustomerOf,
  itemsOf,
  listSchedules,
  listSeats,
  listSubscriptions,
  seatsTaken,
} from './subscriptions-repository.js';

/** A subscription, its items and its schedule, with the items on which the practice has a seat. */
export interface MirroredSubscription {
  view: Omit<SubscriptionSnapshot, 'items' | 'schedule'>;
  /** All of them, in order. */
  items: readonly ItemSnapshot[];
  schedule: ScheduleSnapshot | null;
  /** Ids of the practice's own items. */
  own: ReadonlySet<string>;
  /** False for a subscription of another organization, on which the practice has no more than a seat. */
  isOwned: boolean;
}

export interface PracticeMirror {
  /** Newest first. */
  subscriptions: MirroredSubscription[];
  /** Schedules that have not started, in which the practice has a seat. */
  waiting: ScheduleSnapshot[];
  /** Ids of all items on which the practice has a seat. */
  own: ReadonlySet<string>;
  /** Ids of the customers that the practice owns. */
  customers: ReadonlySet<string>;
}

/** Nothing was started by a start that was never paid, and a seat ends with the subscription of another organization. */
const isVisible = ({ shown }: { shown: MirroredSubscription['view'] }, customers: ReadonlySet<string>): boolean =>
  !isFailedStart(shown.status) && (customers.has(shown.customer_id) || !isOver(shown.status));

export async function readMirror(db: Db, practice: number): Promise<PracticeMirror> {
  const [seats, owned] = await Promise.all([listSeats(db, practice), listCustomerIds(db, practice)]);
  const customers = new Set(owned);
  const own = new Set(seats.map(({ item_id: id }) => id));
  const ids = [...new Set(seats.map(({ subscription_id: id }) => id))];
  if (ids.length === 0) return { subscriptions: [], waiting: [], own, customers };
  const [subscriptions, items, schedules] = await Promise.all([
    listSubscriptions(db, ids),
    itemsOf(db, ids),
    listSchedules(db, ids),
  ]);
  return {
    subscriptions: subscriptions
      .filter((row) => isVisible(row, customers))
      .map(({ id, shown }) => ({
        view: shown,
        items: items.get(id) ?? [],
        schedule: schedules.find((schedule) => schedule.subscription_id === id)?.shown ?? null,
        own,
        isOwned: customers.has(shown.customer_id),
      }))
      .sort((one, other) => other.view.created - one.view.created || (one.view.id < other.view.id ? -1 : 1)),
    waiting: schedules.filter((one) => one.subscription_id === null).map(({ shown }) => shown),
    own,
    customers,
  };
}

export const PROVIDED =
  'This subscription belongs to another organization, so it can’t be changed here. Contact support.';

/**
 * A subscription of the practice, to change it or to say what a change would cost.
 *
 * @throws Refusal `scheduled` for a scheduled change, `not_found`, `provided` for one of another organization
 */
export async function findSubscription(db: Db, practice: number, id: string): Promise<MirroredSubscription> {
  if (id.startsWith('sub_sched_')) {
    throw new Refusal(409, 'scheduled', 'A scheduled change can’t be edited. Change its subscription instead.');
  }
  const { subscriptions } = await readMirror(db, practice);
  const found = subscriptions.find(({ view }) => view.id === id);
  if (!found) throw notFound('This practice has no such subscription.');
  if (!found.isOwned) throw new Refusal(403, 'provided', PROVIDED);
  return found;
}

/** False for a subscription whose customer the practice does not own; one that is not mirrored yet is the practice's start. */
export async function ownsSubscription(db: Db, practiceId: number, id: string): Promise<boolean> {
  const customer = await findCustomerOf(db, id);
  return customer === undefined || (await listCustomerIds(db, practiceId)).includes(customer);
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

/** Reads the mirrored subscriptions that a practice has a seat on, and those that its own customers pay for. */
import type { Db } from '../../../platform/database/tables.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import type { ItemSnapshot, ScheduleSnapshot, SubscriptionSnapshot } from './snapshots.js';
import { listCustomerIds } from '../../payments/customers-repository.js';
import { isFailedStart, isOver } from '../../stripe/statuses.js';
import {
  findCustomerOf,
  listItems,
  listSchedules,
  listSeats,
  listSubscriptions,
  seatHoldersByItem,
} from './subscriptions-repository.js';

/** A subscription, its items and its schedule, with the items that the practice has a seat on. */
export interface MirroredSubscription {
  view: Omit<SubscriptionSnapshot, 'items' | 'schedule'>;
  /** All items, in order. */
  items: readonly ItemSnapshot[];
  schedule: ScheduleSnapshot | null;
  /** Ids of the practice's own items. */
  own: ReadonlySet<string>;
  /** False for a subscription of another organization, on which the practice only has a seat. */
  isOwned: boolean;
}

export interface PracticeMirror {
  /** Newest first. */
  subscriptions: MirroredSubscription[];
  /** Schedules that haven't started, which the practice pays for or has a seat in. */
  waiting: ScheduleSnapshot[];
  /** Ids of all items that the practice has a seat on. */
  own: ReadonlySet<string>;
  /** Ids of the customers that the practice owns, in the order of `listCustomerIds`. */
  customers: ReadonlySet<string>;
}

/** Hides starts that were never paid, and ended subscriptions of other organizations, whose seat also ended. */
const isVisible = ({ shown }: { shown: MirroredSubscription['view'] }, customers: ReadonlySet<string>): boolean =>
  !isFailedStart(shown.status) && (customers.has(shown.customer_id) || !isOver(shown.status));

export async function readMirror(db: Db, practiceId: number): Promise<PracticeMirror> {
  const [seats, owned] = await Promise.all([listSeats(db, practiceId), listCustomerIds(db, practiceId)]);
  const customers = new Set(owned);
  const own = new Set(seats.map(({ item_id: id }) => id));
  const seated = [...new Set(seats.map(({ subscription_id: id }) => id))];
  const [subscriptions, items, schedules] = await Promise.all([
    listSubscriptions(db, seated, owned),
    listItems(db, seated, owned),
    listSchedules(db, seated, owned),
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

export const PROVIDED_MESSAGE =
  'This subscription belongs to another organization, so it can’t be changed here. Contact support.';

/** True when the practice uses one of its items. */
export const hasSeat = ({ items, own }: Pick<MirroredSubscription, 'items' | 'own'>): boolean =>
  items.some(({ id }) => own.has(id));

export const NO_SEAT_MESSAGE = 'This practice doesn’t use this subscription. Assign an item to it first.';

/**
 * A subscription that the practice pays for and uses, for a change or its preview.
 *
 * @throws AppError `scheduled` for a scheduled change, `not_found`, `provided` for a subscription of another
 *   organization, `not_used` for one that the practice only pays for
 */
export async function findSubscription(db: Db, practiceId: number, id: string): Promise<MirroredSubscription> {
  const paid = await findPaidSubscription(db, practiceId, id);
  if (!hasSeat(paid)) throw new AppError(409, 'not_used', NO_SEAT_MESSAGE);
  return paid;
}

/**
 * A subscription that the practice pays for, whoever uses it. It can be ended.
 *
 * @throws AppError `scheduled`, `not_found`, `provided`
 */
export async function findPaidSubscription(db: Db, practiceId: number, id: string): Promise<MirroredSubscription> {
  if (id.startsWith('sub_sched_')) {
    throw new AppError(409, 'scheduled', 'A scheduled change can’t be edited. Change its subscription instead.');
  }
  const { subscriptions } = await readMirror(db, practiceId);
  const match = subscriptions.find(({ view }) => view.id === id);
  if (!match) throw notFound('This practice doesn’t have this subscription. Reload the page.');
  if (!match.isOwned) throw new AppError(403, 'provided', PROVIDED_MESSAGE);
  return match;
}

/**
 * False for a subscription whose customer the practice doesn't own. A subscription not mirrored yet was started by the
 * practice.
 */
export async function ownsSubscription(db: Db, practiceId: number, id: string): Promise<boolean> {
  const customerId = await findCustomerOf(db, id);
  return customerId === undefined || (await listCustomerIds(db, practiceId)).includes(customerId);
}

/** Ids of the items that other practices have a seat on. */
export async function sharedItems(
  db: Db,
  practiceId: number,
  subscriptions: readonly MirroredSubscription[],
): Promise<Set<string>> {
  const holdersByItem = await seatHoldersByItem(
    db,
    subscriptions.flatMap(({ items }) => items.map(({ id }) => id)),
  );
  return new Set(
    [...holdersByItem].filter(([, holders]) => holders.some((other) => other !== practiceId)).map(([id]) => id),
  );
}

/** Why one practice can't change the whole subscription: others use it, or it has unused seats. Null if it can. */
export function sharedReason(
  { items, own }: Pick<MirroredSubscription, 'items' | 'own'>,
  shared: ReadonlySet<string>,
): string | null {
  if (items.some(({ id }) => shared.has(id))) return 'This subscription is shared with another practice.';
  return items.some(({ id, quantity }) => !own.has(id) || quantity > 1)
    ? 'This subscription has seats that this practice doesn’t use.'
    : null;
}

/** @throws AppError `shared` when another practice has a seat on one of the items (DECISIONS 28) */
export async function assertNotShared(
  db: Db,
  practiceId: number,
  items: readonly ItemSnapshot[],
  verb: string,
): Promise<void> {
  const holdersByItem = await seatHoldersByItem(
    db,
    items.map(({ id }) => id),
  );
  const shared = items.find(({ id }) => holdersByItem.get(id)?.some((other) => other !== practiceId));
  if (!shared) return;
  throw new AppError(
    409,
    'shared',
    `${shared.name} is shared with another practice, so it can’t be ${verb} here. Contact support.`,
  );
}

/** Mirrored subscriptions and schedules of customers. */
import { sql } from 'kysely';
import { listItems } from '../../billing/subscriptions/mirror/subscriptions-repository.js';
import type { ItemSnapshot, ScheduleSnapshot } from '../../billing/subscriptions/mirror/snapshots.js';
import type { Db } from '../../platform/database/tables.js';
import type { CustomerBilling, CustomerSubscription } from './admin-view.js';

export type MirroredBilling = Pick<CustomerBilling, 'subscriptions' | 'schedules'>;

interface SubscriptionRow {
  customer_id: string;
  shown: CustomerSubscription['snapshot'];
}
interface ScheduleRow {
  customer_id: string;
  shown: ScheduleSnapshot;
}

function byCustomer(
  subscriptions: readonly SubscriptionRow[],
  items: ReadonlyMap<string, ItemSnapshot[]>,
  schedules: readonly ScheduleRow[],
): Map<string, MirroredBilling> {
  const customers = new Set([...subscriptions, ...schedules].map((row) => row.customer_id));
  return new Map(
    [...customers].map((customerId) => [
      customerId,
      {
        subscriptions: subscriptions
          .filter((row) => row.customer_id === customerId)
          .map(({ shown }) => ({
            snapshot: shown,
            items: items.get(shown.id) ?? [],
            card: shown.payment_method?.id ?? null,
          })),
        schedules: schedules.filter((row) => row.customer_id === customerId).map(({ shown }) => shown),
      },
    ]),
  );
}

/** By customer: subscriptions that the practice has a current or scheduled seat on, and their schedules. */
export async function readMirrorOfPractice(db: Db, practiceId: number): Promise<Map<string, MirroredBilling>> {
  const seats = db.selectFrom('item_assignments').select('subscription_id').where('practice_id', '=', practiceId);
  const [seated, schedules] = await Promise.all([
    seats.distinct().execute(),
    db
      .selectFrom('billing_schedules')
      .select(['customer_id', 'shown'])
      .where((where) => where.or([where('subscription_id', 'in', seats), where('id', 'in', seats)]))
      .orderBy('id')
      .execute(),
  ]);
  const parents = schedules.flatMap(({ shown }) => shown.subscription_id ?? []);
  const ids = [...new Set([...seated.map(({ subscription_id: id }) => id), ...parents])];
  if (ids.length === 0) return new Map();
  const [subscriptions, items] = await Promise.all([
    db.selectFrom('billing_subscriptions').select(['customer_id', 'shown']).where('id', 'in', ids).execute(),
    listItems(db, ids),
  ]);
  return byCustomer(subscriptions, items, schedules);
}

/** All mirrored subscriptions and schedules of a customer. */
export async function readMirrorOfCustomer(db: Db, customerId: string): Promise<MirroredBilling> {
  const [subscriptions, schedules] = await Promise.all([
    db
      .selectFrom('billing_subscriptions')
      .select(['customer_id', 'shown'])
      .where('customer_id', '=', customerId)
      .execute(),
    db
      .selectFrom('billing_schedules')
      .select(['customer_id', 'shown'])
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute(),
  ]);
  const items = await listItems(
    db,
    subscriptions.map(({ shown }) => shown.id),
  );
  return byCustomer(subscriptions, items, schedules).get(customerId) ?? { subscriptions: [], schedules: [] };
}

export interface PricedItem {
  id: string;
  priceId: string;
  /** Status of its subscription. Undefined for an item of an upcoming phase, which grants nothing yet. */
  status: string | undefined;
  /** When its trial ends. Null without a trial. */
  trialEnd: number | null;
}

/** The mirrored items among these. */
export async function findMirroredItems(db: Db, ids: readonly string[]): Promise<PricedItem[]> {
  const rows = await db
    .selectFrom('billing_items')
    .leftJoin('billing_subscriptions', 'billing_subscriptions.id', 'billing_items.subscription_id')
    .select(['billing_items.id', 'billing_items.price_id', 'billing_subscriptions.status'])
    .select('billing_subscriptions.shown as subscription')
    .where('billing_items.id', 'in', [...ids])
    .execute();
  return rows.map(({ id, price_id: priceId, status, subscription }) => ({
    id,
    priceId,
    status: status ?? undefined,
    trialEnd: status === 'trialing' ? (subscription?.trial_end ?? null) : null,
  }));
}

/** Customers with mirrored subscriptions. The provider's search finds new customers only after a minute. */
export async function searchMirror(db: Db, term: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_subscriptions')
    .select('customer_id')
    .distinct()
    .where((where) =>
      where.or([
        where('customer_id', '=', term),
        sql<boolean>`position(lower(${term}) in lower(shown ->> 'customer_name')) > 0`,
      ]),
    )
    .orderBy('customer_id')
    .limit(limit)
    .execute();
  return rows.map(({ customer_id: id }) => id);
}

/** Ids of subscriptions and schedules, by their mirrored items. */
export async function findSubscriptionsOfItems(db: Db, itemIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('billing_items')
    .select(['id', 'subscription_id'])
    .where('id', 'in', [...itemIds])
    .execute();
  return new Map(rows.map((row) => [row.id, row.subscription_id]));
}

/** Statuses of the mirrored subscriptions among these. */
export async function readStatuses(db: Db, subscriptionIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('billing_subscriptions')
    .select(['id', 'status'])
    .where('id', 'in', [...subscriptionIds])
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

export async function findItem(db: Db, id: string): Promise<ItemSnapshot | undefined> {
  const row = await db.selectFrom('billing_items').select('shown').where('id', '=', id).executeTakeFirst();
  return row?.shown;
}

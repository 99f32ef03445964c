/** Mirrored subscriptions, schedules and items. */
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.js';
import { ARREARS_STATUSES, OVER_STATUSES } from '../../stripe/statuses.js';
import type { ItemSnapshot, ScheduleSnapshot } from './snapshots.js';

/** These ids, and those of the customers' subscriptions that haven't ended. */
const withOpenSubscriptions = (ids: readonly string[], customerIds: readonly string[]) => sql<string>`any(array(
  select unnest(${[...ids]}::text[])
  union
  select id from billing_subscriptions
  where customer_id = any(${[...customerIds]}::text[]) and status <> all(${[...OVER_STATUSES]}::text[])
))`;

/**
 * Items by their subscription or schedule, in order.
 *
 * @param customerIds also those of the customers' subscriptions that haven't ended
 */
export async function listItems(
  db: Db,
  subscriptionIds: readonly string[],
  customerIds: readonly string[] = [],
): Promise<Map<string, ItemSnapshot[]>> {
  const rows = await db
    .selectFrom('billing_items')
    .select(['subscription_id', 'shown'])
    .where('subscription_id', '=', withOpenSubscriptions(subscriptionIds, customerIds))
    .orderBy('place')
    .orderBy('id')
    .execute();
  const bySubscription = new Map<string, ItemSnapshot[]>();
  for (const { subscription_id: id, shown } of rows) bySubscription.set(id, [...(bySubscription.get(id) ?? []), shown]);
  return bySubscription;
}

/** Items that a practice has a seat on, with each one's subscription or schedule. */
export function listSeats(db: Db, practiceId: number): Promise<{ item_id: string; subscription_id: string }[]> {
  return db
    .selectFrom('item_assignments')
    .select(['item_id', 'subscription_id'])
    .where('practice_id', '=', practiceId)
    .execute();
}

/** Subscriptions with these ids, and those of the customers that haven't ended. */
export function listSubscriptions(db: Db, ids: readonly string[], customerIds: readonly string[]) {
  return db
    .selectFrom('billing_subscriptions')
    .select(['id', 'shown'])
    .where('id', '=', withOpenSubscriptions(ids, customerIds))
    .execute();
}

/**
 * Schedules of these subscriptions and of the owners' subscriptions that haven't ended, schedules among the ids, and
 * those of the owners that haven't started.
 */
export function listSchedules(
  db: Db,
  ids: readonly string[],
  owners: readonly string[],
): Promise<{ id: string; subscription_id: string | null; shown: ScheduleSnapshot }[]> {
  return db
    .selectFrom('billing_schedules')
    .select(['id', 'subscription_id', 'shown'])
    .where((where) =>
      where.or([
        where('subscription_id', '=', withOpenSubscriptions(ids, owners)),
        where('id', 'in', ['', ...ids]),
        where.and([where('subscription_id', 'is', null), where('customer_id', 'in', ['', ...owners])]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** @returns undefined for a subscription that isn't mirrored */
export async function findCustomerOf(db: Db, subscriptionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing_subscriptions')
    .select('customer_id')
    .where('id', '=', subscriptionId)
    .executeTakeFirst();
  return row?.customer_id;
}

/** The subscription of a schedule. Null for one that hasn't started, undefined for one that isn't mirrored. */
export async function findSubscriptionOfSchedule(db: Db, scheduleId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('billing_schedules')
    .select('subscription_id')
    .where('id', '=', scheduleId)
    .executeTakeFirst();
  return row?.subscription_id;
}

/** Ids of a customer's subscriptions that haven't ended. */
export async function listOpenSubscriptions(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_subscriptions')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'not in', OVER_STATUSES)
    .execute();
  return rows.map(({ id }) => id);
}

/** The practices with a seat on each item. */
export async function seatHoldersByItem(db: Db, itemIds: readonly string[]): Promise<Map<string, number[]>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('item_assignments')
    .select(['item_id', 'practice_id'])
    .where('item_id', 'in', [...itemIds])
    .execute();
  const byId = new Map<string, number[]>();
  for (const { item_id: id, practice_id: practiceId } of rows) byId.set(id, [...(byId.get(id) ?? []), practiceId]);
  return byId;
}

function customerRows(db: Db, customerIds: readonly string[]) {
  return db
    .selectFrom('billing_subscriptions')
    .select(['customer_id', 'shown'])
    .where('customer_id', 'in', [...customerIds])
    .orderBy('id');
}

/** Names of customers, as last mirrored. */
export async function readCustomerNames(db: Db, customerIds: readonly string[]): Promise<Map<string, string>> {
  if (customerIds.length === 0) return new Map();
  const rows = await customerRows(db, customerIds).execute();
  return new Map(
    rows.flatMap(({ customer_id: id, shown }) => (shown.customer_name ? [[id, shown.customer_name]] : [])),
  );
}

/**
 * True for a subscription with a failed payment. A payment that the bank is collecting isn't owed.
 *
 * @param alias of `billing_subscriptions` in the query
 */
export const owes = (alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.status`)} = any(${ARREARS_STATUSES}::text[])
    and ${sql.ref(`${alias}.shown`)}->>'is_collecting' is distinct from 'true')`;

/** Customers that owe a payment, with their names. */
export async function readCustomersInArrears(
  db: Db,
  customerIds: readonly string[],
): Promise<Map<string, string | null>> {
  if (customerIds.length === 0) return new Map();
  const rows = await customerRows(db, customerIds).where(owes('billing_subscriptions')).execute();
  return new Map(rows.map(({ customer_id: id, shown }) => [id, shown.customer_name]));
}

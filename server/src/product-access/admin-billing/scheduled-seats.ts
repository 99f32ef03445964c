/**
 * Seats on scheduled items. An item of an upcoming phase continues the first item with its price, in the subscription or in
 * an earlier phase, and a seat on that one includes it.
 */
import { listItems } from '../../billing/subscriptions/mirror/subscriptions-repository.js';
import {
  type ItemSnapshot,
  type ScheduleSnapshot,
  upcomingPhases,
} from '../../billing/subscriptions/mirror/snapshots.js';
import type { Db } from '../../platform/database/tables.js';

/** Items of upcoming phases that practices can have a seat on, in their order. */
export function scheduledItems(schedule: ScheduleSnapshot): ItemSnapshot[] {
  return upcomingPhases(schedule).flatMap(({ items }) => items);
}

/** The item that a scheduled item continues. Undefined for one that starts with its phase. */
export function continuedItem(
  { id, price_id: priceId }: ItemSnapshot,
  schedule: ScheduleSnapshot,
  parentItems: readonly ItemSnapshot[],
): ItemSnapshot | undefined {
  const first = [...parentItems, ...scheduledItems(schedule)].find((item) => item.price_id === priceId);
  return first?.id === id ? undefined : first;
}

interface ScheduledItem {
  id: string;
  continues: ItemSnapshot | undefined;
}

/** The scheduled items of the schedule that belongs to a subscription, or has this id. */
async function listScheduledItems(db: Db, subscriptionId: string): Promise<ScheduledItem[]> {
  const rows = await db
    .selectFrom('billing_schedules')
    .select(['shown', 'subscription_id'])
    .where((where) => where.or([where('id', '=', subscriptionId), where('subscription_id', '=', subscriptionId)]))
    .execute();
  const parents = rows.flatMap((row) => row.subscription_id ?? []);
  const items = parents.length === 0 ? new Map<string, ItemSnapshot[]>() : await listItems(db, parents);
  return rows.flatMap(({ shown, subscription_id: parent }) =>
    scheduledItems(shown).map((item) => ({
      id: item.id,
      continues: continuedItem(item, shown, items.get(parent ?? '') ?? []),
    })),
  );
}

/** Ids of the scheduled items that continue an item of a subscription or schedule. */
export async function findContinuations(db: Db, subscriptionId: string, itemId: string): Promise<string[]> {
  const scheduled = await listScheduledItems(db, subscriptionId);
  return scheduled.filter(({ continues }) => continues?.id === itemId).map(({ id }) => id);
}

/** The item that a scheduled item of a schedule continues. */
export async function findContinued(db: Db, scheduleId: string, itemId: string): Promise<ItemSnapshot | undefined> {
  return (await listScheduledItems(db, scheduleId)).find(({ id }) => id === itemId)?.continues;
}

/** Seats on items, across all practices. */
import type { Db } from '../../platform/database/tables.js';
import type { SeatHolder } from './admin-view.js';

/** Practices with a seat, sorted by id. */
export async function listSeatHolders(db: Db, itemIds: readonly string[]): Promise<Map<string, SeatHolder[]>> {
  const holdersByItem = new Map<string, SeatHolder[]>();
  if (itemIds.length === 0) return holdersByItem;
  const rows = await db
    .selectFrom('item_assignments')
    .innerJoin('practices', 'practices.id', 'item_assignments.practice_id')
    .select(['item_assignments.item_id', 'practices.id', 'practices.name'])
    .where('item_assignments.item_id', 'in', [...itemIds])
    .orderBy('practices.id')
    .execute();
  for (const { item_id: itemId, ...practice } of rows)
    holdersByItem.set(itemId, [...(holdersByItem.get(itemId) ?? []), practice]);
  return holdersByItem;
}

/** The items among these that a practice has a seat on, with their subscriptions or schedules. */
export async function findSeats(db: Db, practiceId: number, itemIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('item_assignments')
    .select(['item_id', 'subscription_id'])
    .where('practice_id', '=', practiceId)
    .where('item_id', 'in', [...itemIds])
    .execute();
  return new Map(rows.map((row) => [row.item_id, row.subscription_id]));
}

export async function deleteSeats(transaction: Db, practiceId: number, itemIds: readonly string[]): Promise<void> {
  await transaction
    .deleteFrom('item_assignments')
    .where('practice_id', '=', practiceId)
    .where('item_id', 'in', [...itemIds])
    .execute();
}

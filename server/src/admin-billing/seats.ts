/** Who has a seat of which item, over all practices. */
import type { Db } from '../database/tables.js';
import type { SeatHolder } from './admin-view.js';

/** Practices with a seat, by number. */
export async function seatHolders(db: Db, items: readonly string[]): Promise<Map<string, SeatHolder[]>> {
  const found = new Map<string, SeatHolder[]>();
  if (items.length === 0) return found;
  const rows = await db
    .selectFrom('item_assignments')
    .innerJoin('practices', 'practices.id', 'item_assignments.practice_id')
    .select(['item_assignments.item_id', 'practices.id', 'practices.name'])
    .where('item_assignments.item_id', 'in', [...items])
    .orderBy('practices.id')
    .execute();
  for (const { item_id: item, ...practice } of rows) found.set(item, [...(found.get(item) ?? []), practice]);
  return found;
}

/** Seats: practices' use of items, one seat each (DECISIONS 28). */
import { nameOfPrice } from '../../catalogue/catalogue.js';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import type { AuditContext } from '../../../platform/audit/actor.js';
import { recordAudit } from '../../../platform/audit/audit-log.js';
import type { Db } from '../../../platform/database/tables.js';
import type { OpenRequest } from './requests-repository.js';
import { type ItemSnapshot, type ScheduleSnapshot, type SubscriptionSnapshot, phaseItemId } from './snapshots.js';

export interface Seat {
  practiceId: number;
  item: string;
  /** The item's subscription or schedule. */
  subscription: string;
}

/** Undefined for an item of a phase that hasn't started. */
async function itemNameOf(transaction: Db, itemId: string): Promise<string | undefined> {
  const row = await transaction.selectFrom('billing_items').select('shown').where('id', '=', itemId).executeTakeFirst();
  if (!row) return undefined;
  const { keyOf } = await readCataloguePrices(transaction);
  return nameOfPrice(keyOf.get(row.shown.price_id)) ?? row.shown.name;
}

/** @returns false when the practice already had a seat on the item */
export async function assignSeat(transaction: Db, seat: Seat, { actor, now }: AuditContext): Promise<boolean> {
  const { practiceId, item: itemId, subscription: subscriptionId } = seat;
  const result = await transaction
    .insertInto('item_assignments')
    .values({
      practice_id: practiceId,
      item_id: itemId,
      subscription_id: subscriptionId,
      assigned_at: now,
      assigned_by: actor.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) return false;
  await recordAudit(transaction, {
    practiceId,
    actor,
    at: now,
    action: 'item.assign',
    entity: 'subscription_item',
    entityId: itemId,
    after: { subscription: subscriptionId, item_name: await itemNameOf(transaction, itemId) },
  });
  return true;
}

/** Practices with a seat on any of these subscriptions and schedules, sorted by id. */
export async function listPracticesWithSeats(db: Db, subscriptionIds: readonly string[]): Promise<number[]> {
  if (subscriptionIds.length === 0) return [];
  const rows = await db
    .selectFrom('item_assignments')
    .select('practice_id')
    .distinct()
    .where('subscription_id', 'in', [...subscriptionIds])
    .orderBy('practice_id')
    .execute();
  return rows.map(({ practice_id }) => practice_id);
}

/** True when the practice has a seat on every item with one of these prices, and each price has an item. */
export async function hasSeatOfEach(
  db: Db,
  practiceId: number,
  items: readonly ItemSnapshot[],
  priceIds: readonly string[],
): Promise<boolean> {
  const itemIds = items.filter(({ price_id: priceId }) => priceIds.includes(priceId)).map(({ id }) => id);
  if (itemIds.length < new Set(priceIds).size || itemIds.length === 0) return false;
  const rows = await db
    .selectFrom('item_assignments')
    .select('item_id')
    .where('practice_id', '=', practiceId)
    .where('item_id', 'in', itemIds)
    .execute();
  return rows.length === itemIds.length;
}

/**
 * Assigns newly mirrored items to the practice that the console bought them for. The item's metadata names the
 * practice, otherwise the open request, otherwise the subscription's metadata.
 */
export async function assignNewItems(
  transaction: Db,
  view: SubscriptionSnapshot,
  added: readonly ItemSnapshot[],
  requests: readonly OpenRequest[],
  audit: AuditContext,
): Promise<void> {
  const seats = added.flatMap((item) => {
    const buyer = requests.find(({ purchase }) => purchase?.prices.includes(item.price_id));
    const practiceId = item.practice ?? buyer?.practiceId ?? view.practice;
    return practiceId === null ? [] : [{ practiceId, item: item.id, subscription: view.id }];
  });
  if (seats.length === 0) return;
  const practiceIds = [...new Set(seats.map(({ practiceId }) => practiceId))];
  const rows = await transaction.selectFrom('practices').select('id').where('id', 'in', practiceIds).execute();
  const there = new Set(rows.map(({ id }) => id));
  for (const seat of seats) if (there.has(seat.practiceId)) await assignSeat(transaction, seat, audit);
}

/** Moves the seats of a started phase to the items of the subscription. */
export async function moveStartedSeats(
  transaction: Db,
  view: SubscriptionSnapshot,
  schedule: ScheduleSnapshot,
  audit: AuditContext,
): Promise<void> {
  const until = schedule.current_phase?.start_date;
  if (until === undefined) return;
  for (const [index, phase] of schedule.phases.entries()) {
    if (phase.start_date > until) continue;
    for (const item of view.items) {
      const former = phaseItemId(schedule.id, index, item.price_id);
      const seats = await transaction
        .deleteFrom('item_assignments')
        .where('item_id', '=', former)
        .returning('practice_id')
        .execute();
      for (const { practice_id: practiceId } of seats) {
        await assignSeat(transaction, { practiceId, item: item.id, subscription: view.id }, audit);
      }
    }
  }
}

export interface LockedItem {
  id: string;
  subscription_id: string;
  customer_id: string;
  quantity: number;
  shown: ItemSnapshot;
}

/** Locks items, so that a concurrent request for the last seat waits and then finds no free seat. */
function lockedItems(transaction: Db) {
  return transaction
    .selectFrom('billing_items')
    .select(['id', 'subscription_id', 'customer_id', 'quantity', 'shown'])
    .orderBy('id')
    .forUpdate();
}

export function lockItems(transaction: Db, itemIds: readonly string[]): Promise<LockedItem[]> {
  return lockedItems(transaction)
    .where('id', 'in', [...itemIds])
    .execute();
}

export function lockItemsOf(transaction: Db, subscriptionId: string): Promise<LockedItem[]> {
  return lockedItems(transaction).where('subscription_id', '=', subscriptionId).execute();
}

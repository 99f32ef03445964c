/** Which practice uses which item: one seat each (DECISIONS 28). */
import type { Doing } from '../../audit/actor.js';
import { recordAudit } from '../../audit/audit-log.js';
import type { Db } from '../../database/tables.js';
import type { OpenRequest } from './requests-repository.js';
import { type ItemSnapshot, type ScheduleSnapshot, type SubscriptionSnapshot, phaseItemId } from './snapshots.js';

export interface Seat {
  practice: number;
  item: string;
  /** Of the item: a subscription, or a schedule. */
  subscription: string;
}

/** @returns false when the practice had the item already */
export async function assign(transaction: Db, seat: Seat, { actor, now }: Doing): Promise<boolean> {
  const { practice, item, subscription } = seat;
  const result = await transaction
    .insertInto('item_assignments')
    .values({
      practice_id: practice,
      item_id: item,
      subscription_id: subscription,
      assigned_at: now,
      assigned_by: actor.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) return false;
  await recordAudit(transaction, {
    practice,
    actor,
    at: now,
    action: 'item.assign',
    entity: 'subscription_item',
    entityId: item,
    after: { subscription },
  });
  return true;
}

/** Practices that have a seat on any of these subscriptions and schedules, by number. */
export async function practicesOn(db: Db, subscriptions: readonly string[]): Promise<number[]> {
  if (subscriptions.length === 0) return [];
  const rows = await db
    .selectFrom('item_assignments')
    .select('practice_id')
    .distinct()
    .where('subscription_id', 'in', [...subscriptions])
    .orderBy('practice_id')
    .execute();
  return rows.map(({ practice_id }) => practice_id);
}

/** Whether a practice has a seat of an item of each of these prices. */
export async function hasSeatOfEach(
  db: Db,
  practiceId: number,
  items: readonly ItemSnapshot[],
  prices: readonly string[],
): Promise<boolean> {
  const wanted = items.filter(({ price_id: price }) => prices.includes(price)).map(({ id }) => id);
  if (wanted.length < new Set(prices).size || wanted.length === 0) return false;
  const rows = await db
    .selectFrom('item_assignments')
    .select('item_id')
    .where('practice_id', '=', practiceId)
    .where('item_id', 'in', wanted)
    .execute();
  return rows.length === wanted.length;
}

/**
 * Items that the console bought for a practice are that practice's as soon as they are mirrored. An open request says for
 * whom, or else the metadata of the item or of its subscription.
 */
export async function assignNewItems(
  transaction: Db,
  view: SubscriptionSnapshot,
  added: readonly ItemSnapshot[],
  requests: readonly OpenRequest[],
  doing: Doing,
): Promise<void> {
  const wanted = added.flatMap((item) => {
    const buyer = requests.find(({ purchase }) => purchase?.prices.includes(item.price_id));
    const practice = item.practice ?? buyer?.practiceId ?? view.practice;
    return practice === null ? [] : [{ practice, item: item.id, subscription: view.id }];
  });
  if (wanted.length === 0) return;
  const practices = [...new Set(wanted.map(({ practice }) => practice))];
  const rows = await transaction.selectFrom('practices').select('id').where('id', 'in', practices).execute();
  const there = new Set(rows.map(({ id }) => id));
  for (const seat of wanted) if (there.has(seat.practice)) await assign(transaction, seat, doing);
}

/** Moves the seats of a phase that has started to the items of the subscription. */
export async function moveStartedSeats(
  transaction: Db,
  view: SubscriptionSnapshot,
  schedule: ScheduleSnapshot,
  doing: Doing,
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
      for (const { practice_id: practice } of seats) {
        await assign(transaction, { practice, item: item.id, subscription: view.id }, doing);
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

/** Whoever takes the last seat at the same moment waits until the transaction ends, and then sees that it is gone. */
function lockedItems(transaction: Db) {
  return transaction
    .selectFrom('billing_items')
    .select(['id', 'subscription_id', 'customer_id', 'quantity', 'shown'])
    .orderBy('id')
    .forUpdate();
}

export function lockItems(transaction: Db, items: readonly string[]): Promise<LockedItem[]> {
  return lockedItems(transaction)
    .where('id', 'in', [...items])
    .execute();
}

export function lockItemsOf(transaction: Db, subscription: string): Promise<LockedItem[]> {
  return lockedItems(transaction).where('subscription_id', '=', subscription).execute();
}

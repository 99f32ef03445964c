/** Writes snapshots fetched from the provider. All functions run in the caller's transaction. */
import type { AuditContext } from '../../../platform/audit/actor.js';
import type { Db } from '../../../platform/database/tables.js';
import { assignNewItems, moveStartedSeats } from './seats-repository.js';
import { type ItemSnapshot, type ScheduleSnapshot, type SubscriptionSnapshot, upcomingPhases } from './snapshots.js';
import type { OpenRequest } from './requests-repository.js';
import { recordTrialState } from './trials.js';
import { epochSeconds } from '../../../platform/dates/epoch-seconds.js';

interface OwnedItems {
  subscription: string;
  customer: string;
  items: readonly ItemSnapshot[];
}

/** Writes the items of a subscription or a schedule. Deletes all other items with their seats. @returns new items */
async function writeItems(
  transaction: Db,
  { subscription: subscriptionId, customer: customerId, items }: OwnedItems,
): Promise<ItemSnapshot[]> {
  const rows = await transaction
    .selectFrom('billing_items')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .execute();
  const before = new Set(rows.map(({ id }) => id));
  const after = new Set(items.map(({ id }) => id));
  const removed = [...before].filter((id) => !after.has(id));
  if (removed.length > 0) {
    await transaction.deleteFrom('item_assignments').where('item_id', 'in', removed).execute();
    await transaction.deleteFrom('billing_items').where('id', 'in', removed).execute();
  }
  for (const [place, item] of items.entries()) {
    const row = {
      subscription_id: subscriptionId,
      customer_id: customerId,
      price_id: item.price_id,
      quantity: item.quantity,
      place,
      shown: JSON.stringify(item),
    };
    await transaction
      .insertInto('billing_items')
      .values({ id: item.id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }
  return items.filter(({ id }) => !before.has(id));
}

/** Deletes an ended schedule, with the seats of its phases. */
export async function deleteSchedule(transaction: Db, id: string): Promise<void> {
  await transaction.deleteFrom('item_assignments').where('subscription_id', '=', id).execute();
  await transaction.deleteFrom('billing_items').where('subscription_id', '=', id).execute();
  await transaction.deleteFrom('billing_schedules').where('id', '=', id).execute();
}

export async function writeSchedule(transaction: Db, view: ScheduleSnapshot, now: Date): Promise<void> {
  const row = {
    subscription_id: view.subscription_id,
    customer_id: view.customer_id,
    status: view.status,
    shown: JSON.stringify(view),
    projected_at: now,
  };
  await transaction
    .insertInto('billing_schedules')
    .values({ id: view.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  const items = upcomingPhases(view).flatMap((phase) => phase.items);
  await writeItems(transaction, { subscription: view.id, customer: view.customer_id, items });
}

async function writeSchedulesOf(transaction: Db, view: SubscriptionSnapshot, audit: AuditContext): Promise<void> {
  const { schedule } = view;
  if (schedule) {
    await moveStartedSeats(transaction, view, schedule, audit);
    await writeSchedule(transaction, schedule, audit.now);
  }
  const others = await transaction
    .selectFrom('billing_schedules')
    .select('id')
    .where('subscription_id', '=', view.id)
    .where('id', '<>', schedule?.id ?? '')
    .execute();
  for (const { id } of others) await deleteSchedule(transaction, id);
}

/** Removes the parts that have their own tables. */
function without(view: SubscriptionSnapshot): Omit<SubscriptionSnapshot, 'items' | 'schedule'> {
  const shown: Partial<SubscriptionSnapshot> = { ...view };
  delete shown.items;
  delete shown.schedule;
  return shown as Omit<SubscriptionSnapshot, 'items' | 'schedule'>;
}

export async function writeSubscription(
  transaction: Db,
  view: SubscriptionSnapshot,
  requests: readonly OpenRequest[],
  audit: AuditContext,
): Promise<void> {
  const { items } = view;
  const shown = without(view);
  const row = {
    customer_id: view.customer_id,
    status: view.status,
    shown: JSON.stringify(shown),
    projected_at: audit.now,
  };
  await transaction
    .insertInto('billing_subscriptions')
    .values({ id: view.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  const added = await writeItems(transaction, { subscription: view.id, customer: view.customer_id, items });
  await assignNewItems(transaction, view, added, requests, audit);
  await writeSchedulesOf(transaction, view, audit);
  await recordTrialState(transaction, view, audit);
}

/** A subscription that the provider no longer knows counts as canceled. */
export async function markCanceled(transaction: Db, id: string, now: Date): Promise<void> {
  const row = await transaction
    .selectFrom('billing_subscriptions')
    .select('shown')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  const shown = {
    ...row.shown,
    status: 'canceled',
    canceled_at: row.shown.canceled_at ?? epochSeconds(now),
  };
  await transaction
    .updateTable('billing_subscriptions')
    .set({ status: 'canceled', shown: JSON.stringify(shown), projected_at: now })
    .where('id', '=', id)
    .execute();
}

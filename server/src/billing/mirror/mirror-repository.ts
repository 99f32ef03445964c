/** Writes what was fetched from the provider. Everything here is one transaction's part. */
import type { Doing } from '../../audit/actor.js';
import type { Db } from '../../database/tables.js';
import { assignNewItems, moveBegunSeats } from './seats-repository.js';
import { settleWaitingRequests } from '../commands/request-states.js';
import { type ItemSnapshot, type ScheduleSnapshot, type SubscriptionSnapshot, upcomingPhases } from './snapshots.js';
import { recordTrialState } from '../commands/trials.js';

interface OwnedItems {
  subscription: string;
  customer: string;
  items: readonly ItemSnapshot[];
}

/** Writes the items of a subscription or a schedule; those that are not among them are gone, with their seats. */
async function writeItems(transaction: Db, { subscription, customer, items }: OwnedItems): Promise<ItemSnapshot[]> {
  const known = await transaction
    .selectFrom('billing_items')
    .select('id')
    .where('subscription_id', '=', subscription)
    .execute();
  const before = new Set(known.map(({ id }) => id));
  const after = new Set(items.map(({ id }) => id));
  const gone = [...before].filter((id) => !after.has(id));
  if (gone.length > 0) {
    await transaction.deleteFrom('item_assignments').where('item_id', 'in', gone).execute();
    await transaction.deleteFrom('billing_items').where('id', 'in', gone).execute();
  }
  for (const [place, item] of items.entries()) {
    const row = {
      subscription_id: subscription,
      customer_id: customer,
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

/** Forgets a schedule that is over, with the seats of its phases. */
export async function dropSchedule(transaction: Db, id: string): Promise<void> {
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

async function writeSchedulesOf(transaction: Db, view: SubscriptionSnapshot, doing: Doing): Promise<void> {
  const { schedule } = view;
  if (schedule) {
    await moveBegunSeats(transaction, view, schedule, doing);
    await writeSchedule(transaction, schedule, doing.now);
  }
  const others = await transaction
    .selectFrom('billing_schedules')
    .select('id')
    .where('subscription_id', '=', view.id)
    .where('id', '<>', schedule?.id ?? '')
    .execute();
  for (const { id } of others) await dropSchedule(transaction, id);
}

/** What has a table of its own is not kept twice. */
function without(view: SubscriptionSnapshot): Omit<SubscriptionSnapshot, 'items' | 'schedule'> {
  const shown: Partial<SubscriptionSnapshot> = { ...view };
  delete shown.items;
  delete shown.schedule;
  return shown as Omit<SubscriptionSnapshot, 'items' | 'schedule'>;
}

export async function writeSubscription(transaction: Db, view: SubscriptionSnapshot, doing: Doing): Promise<void> {
  const { items } = view;
  const shown = without(view);
  const row = {
    customer_id: view.customer_id,
    status: view.status,
    shown: JSON.stringify(shown),
    projected_at: doing.now,
  };
  await transaction
    .insertInto('billing_subscriptions')
    .values({ id: view.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  const fresh = await writeItems(transaction, { subscription: view.id, customer: view.customer_id, items });
  await assignNewItems(transaction, view, fresh, doing);
  await writeSchedulesOf(transaction, view, doing);
  await recordTrialState(transaction, view, doing);
  await settleWaitingRequests(transaction, view);
}

/** The provider knows it no more: it counts as canceled. */
export async function markGone(transaction: Db, id: string, now: Date): Promise<void> {
  const row = await transaction
    .selectFrom('billing_subscriptions')
    .select('shown')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  const shown = {
    ...row.shown,
    status: 'canceled',
    canceled_at: row.shown.canceled_at ?? Math.floor(now.getTime() / 1000),
  };
  await transaction
    .updateTable('billing_subscriptions')
    .set({ status: 'canceled', shown: JSON.stringify(shown), projected_at: now })
    .where('id', '=', id)
    .execute();
}

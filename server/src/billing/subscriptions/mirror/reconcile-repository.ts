/** Mirrored rows of customers, for the comparison with the provider. */
import type { Db } from '../../../platform/database/tables.js';

/** All mirrored rows of a customer, and the seats on its items. */
export async function readMirroredRows(db: Db, customerId: string) {
  const [subscriptions, items, schedules, seats] = await Promise.all([
    db.selectFrom('billing_subscriptions').select(['id', 'shown']).where('customer_id', '=', customerId).execute(),
    db
      .selectFrom('billing_items')
      .select(['id', 'subscription_id', 'shown'])
      .where('customer_id', '=', customerId)
      .execute(),
    db.selectFrom('billing_schedules').select(['id', 'shown']).where('customer_id', '=', customerId).execute(),
    db
      .selectFrom('item_assignments')
      .innerJoin('billing_items', 'billing_items.id', 'item_assignments.item_id')
      .select(['item_assignments.item_id', 'item_assignments.practice_id'])
      .where('billing_items.customer_id', '=', customerId)
      .execute(),
  ]);
  return { subscriptions, items, schedules, seats };
}

/** Customers with an item that a practice has a seat on. */
export async function listCustomersOfSeats(db: Db, practiceId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('item_assignments')
    .innerJoin('billing_items', 'billing_items.id', 'item_assignments.item_id')
    .select('billing_items.customer_id')
    .distinct()
    .where('item_assignments.practice_id', '=', practiceId)
    .execute();
  return rows.map((row) => row.customer_id);
}

/** All customers known to the console, in a fixed order. */
export async function listKnownCustomers(db: Db): Promise<string[]> {
  const [customers, named, subscriptions] = await Promise.all([
    db.selectFrom('billing_customers').select('customer_id').distinct().execute(),
    db
      .selectFrom('practice_settings')
      .select('stripe_customer_id as customer_id')
      .distinct()
      .where('stripe_customer_id', 'is not', null)
      .execute(),
    db.selectFrom('billing_subscriptions').select('customer_id').distinct().execute(),
  ]);
  const ids = [...customers, ...named, ...subscriptions].flatMap(({ customer_id: id }) => (id ? [id] : []));
  return [...new Set(ids)].sort();
}

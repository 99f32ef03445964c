/** Subscriptions and schedules of customers as they are mirrored. */
import { itemsOf } from '../billing/mirror/read-mirror.js';
import type { ScheduleSnapshot } from '../billing/mirror/snapshots.js';
import type { Db } from '../database/tables.js';
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

async function byCustomer(
  db: Db,
  subscriptions: readonly SubscriptionRow[],
  schedules: readonly ScheduleRow[],
): Promise<Map<string, MirroredBilling>> {
  const ids = subscriptions.map(({ shown }) => shown.id);
  const items = ids.length === 0 ? new Map<string, never[]>() : await itemsOf(db, ids);
  const customers = new Set([...subscriptions, ...schedules].map((row) => row.customer_id));
  return new Map(
    [...customers].map((customer) => [
      customer,
      {
        subscriptions: subscriptions
          .filter((row) => row.customer_id === customer)
          .map(({ shown }) => ({
            snapshot: shown,
            items: items.get(shown.id) ?? [],
            card: shown.payment_method?.id ?? null,
          })),
        schedules: schedules.filter((row) => row.customer_id === customer).map(({ shown }) => shown),
      },
    ]),
  );
}

/** Of each customer: subscriptions on which the practice has a seat, or will have one, and what is scheduled for them. */
export async function mirroredForPractice(db: Db, practiceId: number): Promise<Map<string, MirroredBilling>> {
  const seats = await db
    .selectFrom('item_assignments')
    .select('subscription_id')
    .distinct()
    .where('practice_id', '=', practiceId)
    .execute();
  const ids = seats.map(({ subscription_id: id }) => id);
  if (ids.length === 0) return new Map();
  const schedules = await db
    .selectFrom('billing_schedules')
    .select(['customer_id', 'shown'])
    .where((where) => where.or([where('subscription_id', 'in', ids), where('id', 'in', ids)]))
    .orderBy('id')
    .execute();
  const parents = schedules.flatMap(({ shown }) => shown.subscription_id ?? []);
  const subscriptions = await db
    .selectFrom('billing_subscriptions')
    .select(['customer_id', 'shown'])
    .where('id', 'in', [...new Set([...ids, ...parents])])
    .execute();
  return byCustomer(db, subscriptions, schedules);
}

/** Everything that is mirrored of a customer. */
export async function mirroredForCustomer(db: Db, customer: string): Promise<MirroredBilling> {
  const [subscriptions, schedules] = await Promise.all([
    db
      .selectFrom('billing_subscriptions')
      .select(['customer_id', 'shown'])
      .where('customer_id', '=', customer)
      .execute(),
    db
      .selectFrom('billing_schedules')
      .select(['customer_id', 'shown'])
      .where('customer_id', '=', customer)
      .orderBy('id')
      .execute(),
  ]);
  return (await byCustomer(db, subscriptions, schedules)).get(customer) ?? { subscriptions: [], schedules: [] };
}

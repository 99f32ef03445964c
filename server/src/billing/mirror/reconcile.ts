/** Compares what is kept here with what the provider has, and mends it. */
import type Stripe from 'stripe';
import type { Db } from '../../database/tables.js';
import { listCustomerIds } from '../../payments/customers-repository.js';
import { listCustomersOfSeats, listKnownCustomers, readMirroredRows } from './reconcile-repository.js';
import { isGone } from './fetch-snapshots.js';
import { type RefreshContext, type BillingMirror, refreshSchedule, refreshSubscription } from './refresh.js';

export interface Difference {
  id: string;
  customer: string;
  /** `missing` here, `gone` at the provider, or `differs` in the named fields. */
  what: 'missing' | 'gone' | 'differs';
  fields: string[];
}

export interface Reconciliation {
  customers: number;
  checked: number;
  differences: Difference[];
}

interface Kept {
  /** Kind and id → what is kept, field by field. */
  objects: Map<string, Record<string, unknown>>;
}

/** Everything of a subscription that can be compared, as it is kept. */
async function keptOf(db: Db, customer: string): Promise<Kept> {
  const { subscriptions, items, schedules, seats } = await readMirroredRows(db, customer);
  const objects = new Map<string, Record<string, unknown>>();
  for (const { id, shown } of subscriptions) {
    const own = items.filter((item) => item.subscription_id === id);
    const ids = new Set(own.map((item) => item.id));
    objects.set(id, {
      ...shown,
      items: own.map((item) => item.shown).sort((one, other) => (one.id < other.id ? -1 : 1)),
      seats: seats.filter((seat) => ids.has(seat.item_id)).length,
    });
  }
  for (const { id, shown } of schedules) objects.set(id, { ...shown });
  return { objects };
}

function differencesBetween(
  customer: string,
  before: Kept,
  after: Kept,
  atProvider: ReadonlySet<string>,
): Difference[] {
  const differences: Difference[] = [];
  for (const [id, has] of after.objects) {
    const had = before.objects.get(id);
    if (!had) {
      differences.push({ id, customer, what: 'missing', fields: [] });
      continue;
    }
    const names = [...new Set([...Object.keys(had), ...Object.keys(has)])].sort();
    const fields = names.filter((name) => JSON.stringify(had[name]) !== JSON.stringify(has[name]));
    if (fields.length === 0) continue;
    differences.push({ id, customer, what: atProvider.has(id) ? 'differs' : 'gone', fields });
  }
  for (const id of before.objects.keys()) {
    if (!after.objects.has(id)) differences.push({ id, customer, what: 'gone', fields: [] });
  }
  return differences;
}

async function idsAtProvider(
  stripe: Stripe,
  customer: string,
): Promise<{ subscriptions: string[]; schedules: string[] }> {
  try {
    const [subscriptions, schedules] = await Promise.all([
      stripe.subscriptions.list({ customer, status: 'all', limit: 100 }).autoPagingToArray({ limit: 10_000 }),
      stripe.subscriptionSchedules.list({ customer, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
    ]);
    return {
      subscriptions: subscriptions.map(({ id }) => id),
      schedules: schedules.filter(({ status }) => status === 'not_started').map(({ id }) => id),
    };
  } catch (error) {
    if (isGone(error)) return { subscriptions: [], schedules: [] };
    throw error;
  }
}

/** Everything of one customer is fetched and written anew; what came out otherwise is told. */
export async function reconcileCustomer(
  projector: BillingMirror,
  customer: string,
  doing: RefreshContext,
): Promise<{ checked: number; differences: Difference[] }> {
  const { db, stripe } = projector;
  const before = await keptOf(db, customer);
  const there = await idsAtProvider(stripe, customer);
  const known = [...before.objects.keys()];
  const isSchedule = (id: string): boolean => id.startsWith('sub_sched_');
  const subscriptions = new Set([...there.subscriptions, ...known.filter((id) => !isSchedule(id))]);
  const schedules = new Set([...there.schedules, ...known.filter(isSchedule)]);
  for (const id of subscriptions) await refreshSubscription(projector, id, doing);
  for (const id of schedules) await refreshSchedule(projector, id, doing);
  const after = await keptOf(db, customer);
  const atProvider = new Set([...there.subscriptions, ...there.schedules, ...schedules]);
  return {
    checked: subscriptions.size + schedules.size,
    differences: differencesBetween(customer, before, after, atProvider),
  };
}

/** Customers that the console knows, in their order; those of one practice, or all. */
export async function customersToReconcile(db: Db, practice: number | undefined): Promise<string[]> {
  if (practice !== undefined) {
    const lists = await Promise.all([listCustomerIds(db, practice), listCustomersOfSeats(db, practice)]);
    return [...new Set(lists.flat())].sort();
  }
  return listKnownCustomers(db);
}

/** @param practice undefined for all of them */
export async function reconcile(
  projector: BillingMirror,
  practice: number | undefined,
  doing: RefreshContext,
): Promise<Reconciliation> {
  const customers = await customersToReconcile(projector.db, practice);
  const found: Reconciliation = { customers: customers.length, checked: 0, differences: [] };
  for (const customer of customers) {
    const { checked, differences } = await reconcileCustomer(projector, customer, doing);
    found.checked += checked;
    found.differences.push(...differences);
  }
  return found;
}

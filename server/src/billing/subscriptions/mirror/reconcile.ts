/** Compares the mirror with the provider and fixes differences. */
import type Stripe from 'stripe';
import type { Db } from '../../../platform/database/tables.js';
import { listCustomerIds } from '../../payments/customers-repository.js';
import { invalidateCustomers } from '../../stripe/cached-responses.js';
import { listCustomersOfSeats, listKnownCustomers, readMirroredRows } from './reconcile-repository.js';
import { isMissing } from './fetch-snapshots.js';
import { reconcileInvoices } from './invoices.js';
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
  /** Kind and id → mirrored fields. */
  objects: Map<string, Record<string, unknown>>;
}

/** Every comparable field of the mirrored objects. */
async function keptOf(db: Db, customerId: string): Promise<Kept> {
  const { subscriptions, items, schedules, seats } = await readMirroredRows(db, customerId);
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
  customerId: string,
  before: Kept,
  after: Kept,
  atProvider: ReadonlySet<string>,
): Difference[] {
  const differences: Difference[] = [];
  for (const [id, has] of after.objects) {
    const had = before.objects.get(id);
    if (!had) {
      differences.push({ id, customer: customerId, what: 'missing', fields: [] });
      continue;
    }
    const names = [...new Set([...Object.keys(had), ...Object.keys(has)])].sort();
    const fields = names.filter((name) => JSON.stringify(had[name]) !== JSON.stringify(has[name]));
    if (fields.length === 0) continue;
    differences.push({ id, customer: customerId, what: atProvider.has(id) ? 'differs' : 'gone', fields });
  }
  for (const id of before.objects.keys()) {
    if (!after.objects.has(id)) differences.push({ id, customer: customerId, what: 'gone', fields: [] });
  }
  return differences;
}

async function idsAtProvider(
  stripe: Stripe,
  customerId: string,
): Promise<{ subscriptions: string[]; schedules: string[] }> {
  try {
    const [subscriptions, schedules] = await Promise.all([
      stripe.subscriptions
        .list({ customer: customerId, status: 'all', limit: 100 })
        .autoPagingToArray({ limit: 10_000 }),
      stripe.subscriptionSchedules.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
    ]);
    return {
      subscriptions: subscriptions.map(({ id }) => id),
      schedules: schedules.filter(({ status }) => status === 'not_started').map(({ id }) => id),
    };
  } catch (error) {
    if (isMissing(error)) return { subscriptions: [], schedules: [] };
    throw error;
  }
}

/** Fetches and rewrites all objects of one customer, and returns the differences. */
export async function reconcileCustomer(
  projector: BillingMirror,
  customerId: string,
  audit: RefreshContext,
): Promise<{ checked: number; differences: Difference[] }> {
  const { db, stripe } = projector;
  const before = await keptOf(db, customerId);
  const idsFromProvider = await idsAtProvider(stripe, customerId);
  const mirroredIds = [...before.objects.keys()];
  const isSchedule = (id: string): boolean => id.startsWith('sub_sched_');
  const subscriptions = new Set([...idsFromProvider.subscriptions, ...mirroredIds.filter((id) => !isSchedule(id))]);
  const schedules = new Set([...idsFromProvider.schedules, ...mirroredIds.filter(isSchedule)]);
  for (const id of subscriptions) await refreshSubscription(projector, id, audit);
  for (const id of schedules) await refreshSchedule(projector, id, audit);
  await invalidateCustomers(db, [customerId]);
  await reconcileInvoices(projector, customerId, audit.now);
  const after = await keptOf(db, customerId);
  const atProvider = new Set([...idsFromProvider.subscriptions, ...idsFromProvider.schedules, ...schedules]);
  return {
    checked: subscriptions.size + schedules.size,
    differences: differencesBetween(customerId, before, after, atProvider),
  };
}

/** Customers known to the console, in a fixed order: those of one practice, or all. */
export async function customersToReconcile(db: Db, practiceId: number | undefined): Promise<string[]> {
  if (practiceId !== undefined) {
    const lists = await Promise.all([listCustomerIds(db, practiceId), listCustomersOfSeats(db, practiceId)]);
    return [...new Set(lists.flat())].sort();
  }
  return listKnownCustomers(db);
}

/** @param practiceId undefined for all practices */
export async function reconcile(
  projector: BillingMirror,
  practiceId: number | undefined,
  audit: RefreshContext,
): Promise<Reconciliation> {
  const customerIds = await customersToReconcile(projector.db, practiceId);
  const result: Reconciliation = { customers: customerIds.length, checked: 0, differences: [] };
  for (const customerId of customerIds) {
    const { checked, differences } = await reconcileCustomer(projector, customerId, audit);
    result.checked += checked;
    result.differences.push(...differences);
  }
  return result;
}

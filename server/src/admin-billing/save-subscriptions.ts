/** Giving a practice seats of items that customers pay for (server rules 7 and 8). */
import type { Doing } from '../audit/actor.js';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { isGone, itemsOf } from '../billing/mirror/fetch-snapshots.js';
import { type BillingMirror, refreshSchedule, refreshSubscription } from '../billing/mirror/refresh.js';
import { withLeases, ofSubscription } from '../idempotency/lease.js';
import { type LockedItem, lockItems, takeSeats } from '../billing/commands/take-seats.js';
import { Refusal, invalid } from '../http/refusal.js';
import { atStripe } from '../stripe/stripe-errors.js';
import { itemName } from './admin-view.js';
import { messages } from './messages.js';
import { seatHolders } from './seats.js';

export interface SeatsToTake {
  practice: number;
  customers: readonly string[];
  items: readonly string[];
}

/** Ended, and never to begin again. */
const OVER = new Set(['canceled', 'incomplete_expired']);

/** The schedule that an item of a phase is of; undefined for an item of a subscription. */
function scheduleOf(item: string): string | undefined {
  return item.startsWith('sub_sched_') ? item.split(':')[0] : undefined;
}

/** Subscriptions of the customers with items that are not kept here. */
async function subscriptionsWith(
  { stripe }: BillingMirror,
  customers: readonly string[],
  items: ReadonlySet<string>,
): Promise<string[]> {
  const found: string[] = [];
  for (const customer of customers) {
    const listed = await stripe.subscriptions
      .list({ customer, status: 'all', limit: 100 })
      .autoPagingToArray({ limit: 1000 })
      .catch((error: unknown) => {
        if (isGone(error)) return [];
        throw error;
      });
    for (const subscription of listed) {
      const own = await itemsOf(stripe, subscription);
      if (own.some(({ id }) => items.has(id))) found.push(subscription.id);
    }
  }
  return found;
}

/**
 * Fetches what the items are of, so that quantities and statuses are those of now.
 *
 * @returns ids of the subscriptions and schedules
 */
async function refresh(projector: BillingMirror, { customers, items }: SeatsToTake, doing: Doing): Promise<string[]> {
  const rows = await projector.db
    .selectFrom('billing_items')
    .select(['id', 'subscription_id'])
    .where('id', 'in', [...items])
    .execute();
  const kept = new Map(rows.map((row) => [row.id, row.subscription_id]));
  const unknown = new Set(items.filter((item) => !kept.has(item) && scheduleOf(item) === undefined));
  const others = unknown.size === 0 ? [] : await subscriptionsWith(projector, customers, unknown);
  const schedules = new Set(items.flatMap((item) => scheduleOf(item) ?? []));
  const subscriptions = new Set([...kept.values(), ...others].filter((id) => !schedules.has(id)));
  for (const id of schedules) await refreshSchedule(projector, id, doing);
  for (const id of subscriptions) await refreshSubscription(projector, id, doing);
  return [...schedules, ...subscriptions];
}

/** Customers and items belong together, and each is named once. */
function faultsOf({ customers, items }: SeatsToTake, locked: readonly LockedItem[]): Record<string, string> {
  const customerOf = new Map(locked.map((item) => [item.id, item.customer_id]));
  const faults: Record<string, string> = {};
  for (const [index, item] of items.entries()) {
    const customer = customerOf.get(item);
    if (customer === undefined) faults[`subscription_items.${index}`] = messages.noSuchItem;
    else if (!customers.includes(customer)) faults[`subscription_items.${index}`] = messages.otherCustomer;
    else if (items.indexOf(item) !== index) faults[`subscription_items.${index}`] = messages.twice;
  }
  const having = new Set(customerOf.values());
  for (const [index, customer] of customers.entries()) {
    if (!having.has(customer)) faults[`customers.${index}`] = messages.noItemOf;
    else if (customers.indexOf(customer) !== index) faults[`customers.${index}`] = messages.twice;
  }
  return faults;
}

async function refuseCanceled(
  transaction: Db,
  locked: readonly LockedItem[],
  nameOf: (item: LockedItem) => string,
): Promise<void> {
  const rows = await transaction
    .selectFrom('billing_subscriptions')
    .select(['id', 'status'])
    .where(
      'id',
      'in',
      locked.map((item) => item.subscription_id),
    )
    .execute();
  const over = new Set(rows.filter(({ status }) => OVER.has(status)).map(({ id }) => id));
  const canceled = locked.find((item) => over.has(item.subscription_id));
  if (canceled) throw new Refusal(409, 'canceled', messages.canceled(nameOf(canceled)));
}

/** @throws Refusal `already_assigned` and `no_seat`, with the practices that have the seats */
async function refuseTaken(
  transaction: Db,
  practice: number,
  locked: readonly LockedItem[],
  nameOf: (item: LockedItem) => string,
): Promise<void> {
  const seats = await seatHolders(
    transaction,
    locked.map(({ id }) => id),
  );
  const holders = (item: LockedItem) => seats.get(item.id) ?? [];
  const own = locked.find((item) => holders(item).some(({ id }) => id === practice));
  if (own) {
    throw new Refusal(409, 'already_assigned', messages.alreadyAssigned(nameOf(own)), {
      practices: holders(own).filter(({ id }) => id === practice),
    });
  }
  const full = locked.filter((item) => holders(item).length >= item.quantity);
  const [first] = full;
  if (!first) return;
  const practices = new Map(full.flatMap(holders).map((holder) => [holder.id, holder]));
  throw new Refusal(409, 'no_seat', messages.noSeat(nameOf(first)), { practices: [...practices.values()] });
}

/**
 * Gives the practice a seat of every item, or of none. Their customers become customers of the practice.
 *
 * @returns ids of the items
 * @throws Refusal `invalid` with fields, `canceled`, `already_assigned`, `no_seat`, 502 when the provider does not answer
 */
export async function saveSubscriptions(
  projector: BillingMirror,
  seats: SeatsToTake,
  { actor, now }: Doing,
): Promise<string[]> {
  const doing = { actor, now };
  const subscriptions = await atStripe(() => refresh(projector, seats, doing));
  const take = async (transaction: Db): Promise<string[]> => {
    const locked = await lockItems(transaction, seats.items);
    const faults = faultsOf(seats, locked);
    if (Object.keys(faults).length > 0) throw invalid(messages.notAttached, faults);
    const { keyOf } = await readCataloguePrices(transaction);
    const nameOf = ({ shown }: LockedItem): string => itemName(shown, keyOf);
    await refuseCanceled(transaction, locked, nameOf);
    await refuseTaken(transaction, seats.practice, locked, nameOf);
    await takeSeats(transaction, seats.practice, locked, doing);
    return locked.map(({ id }) => id);
  };
  // A clinic that buys a seat of the same item counts those that are free before it asks the provider for one more.
  return withLeases(projector.db, subscriptions.map(ofSubscription), () => inTransaction(projector.db, take));
}

/** Giving a practice seats of items that customers pay for (server rules 7 and 8). */
import type { Doing } from '../audit/actor.js';
import { takeSeats } from '../billing/commands/take-seats.js';
import { type LockedItem, lockItems } from '../billing/mirror/seats-repository.js';
import { type BillingMirror, refreshSchedule, refreshSubscription } from '../billing/mirror/refresh.js';
import { isOver } from '../billing/statuses.js';
import { named } from '../catalogue/catalogue.js';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { keepWithheld, liftWithheld } from '../entitlements/withheld.js';
import { Refusal, invalid } from '../http/refusal.js';
import { subscriptionLease, withLeases } from '../idempotency/lease.js';
import { readFromStripe } from '../stripe/stripe-errors.js';
import { itemName } from './admin-view.js';
import { messages } from './messages.js';
import { findSubscriptionsOfItems, readStatuses } from './mirrored-billing-repository.js';
import { contentsOfPrices } from './preview-attachment.js';
import { seatHolders } from './seats-repository.js';
import { findSubscriptionsWith, scheduleOfItem } from './subscriptions-with-items.js';

export interface SeatsToTake {
  practice: number;
  customers: readonly string[];
  items: readonly string[];
  /** Whether what staff removed by hand and these items give is given back. */
  liftWithheld: boolean;
}

/**
 * Fetches what the items are of, so that quantities and statuses are those of now.
 *
 * @returns ids of the subscriptions and schedules
 */
async function refresh(mirror: BillingMirror, { customers, items }: SeatsToTake, doing: Doing): Promise<string[]> {
  const mirrored = await findSubscriptionsOfItems(mirror.db, items);
  const unknown = new Set(items.filter((item) => !mirrored.has(item) && scheduleOfItem(item) === undefined));
  const others = unknown.size === 0 ? [] : await findSubscriptionsWith(mirror.stripe, customers, unknown);
  const schedules = new Set(items.flatMap((item) => scheduleOfItem(item) ?? []));
  const found = [...mirrored.values(), ...others.map(({ subscription }) => subscription.id)];
  const subscriptions = new Set(found.filter((id) => !schedules.has(id)));
  for (const id of schedules) await refreshSchedule(mirror, id, doing);
  for (const id of subscriptions) await refreshSubscription(mirror, id, doing);
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

async function assertNotOver(
  transaction: Db,
  locked: readonly LockedItem[],
  nameOf: (item: LockedItem) => string,
): Promise<void> {
  const statuses = await readStatuses(
    transaction,
    locked.map((item) => item.subscription_id),
  );
  const canceled = locked.find((item) => isOver(statuses.get(item.subscription_id) ?? ''));
  if (canceled) throw new Refusal(409, 'canceled', messages.canceled(nameOf(canceled)));
}

/** @throws Refusal `already_assigned` and `no_seat`, with the practices that have the seats */
async function assertSeatsFree(
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

export interface AttachedSeats {
  /** Ids of the items. */
  assigned: string[];
  /** What was removed by hand and is given back, by its name for people. */
  restored: string[];
}

/**
 * Gives the practice a seat on every item, or on none. Their customers stay those of their owners.
 *
 * @throws Refusal `invalid` with fields, `canceled`, `already_assigned`, `no_seat`, 502 when the provider does not answer
 */
export async function saveSubscriptions(
  mirror: BillingMirror,
  seats: SeatsToTake,
  { actor, now }: Doing,
): Promise<AttachedSeats> {
  const doing = { actor, now };
  const { practice } = seats;
  const subscriptions = await readFromStripe(() => refresh(mirror, seats, doing));
  const attach = async (transaction: Db): Promise<AttachedSeats> => {
    const locked = await lockItems(transaction, seats.items);
    const faults = faultsOf(seats, locked);
    if (Object.keys(faults).length > 0) throw invalid(messages.notAttached, faults);
    const { keyOf } = await readCataloguePrices(transaction);
    const nameOf = ({ shown }: LockedItem): string => itemName(shown, keyOf);
    await assertNotOver(transaction, locked, nameOf);
    await assertSeatsFree(transaction, practice, locked, nameOf);
    const items = locked.map(({ id }) => id);
    const contents = contentsOfPrices(
      locked.map(({ shown }) => shown.price_id),
      keyOf,
    );
    const restored = seats.liftWithheld ? await liftWithheld(transaction, practice, contents, doing) : [];
    if (!seats.liftWithheld) await keepWithheld(transaction, practice, items, contents);
    await takeSeats(transaction, practice, locked, doing);
    return { assigned: items, restored: restored.map(({ name }) => named(name).display_name) };
  };
  // A clinic that buys a seat of the same item counts those that are free before it asks the provider for one more.
  return withLeases(mirror.db, subscriptions.map(subscriptionLease), () => inTransaction(mirror.db, attach));
}

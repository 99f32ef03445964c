/** Gives a practice seats on customers' items (server rules 7 and 8). */
import type { AuditContext, ProviderChangeContext } from '../../platform/audit/actor.js';
import { assignFreeSeats } from '../../billing/subscriptions/commands/assign-free-seats.js';
import { type LockedItem, lockItems } from '../../billing/subscriptions/mirror/seats-repository.js';
import {
  type BillingMirror,
  refreshSchedule,
  refreshSubscription,
} from '../../billing/subscriptions/mirror/refresh.js';
import { isOver } from '../../billing/stripe/statuses.js';
import { toNamedProduct } from '../../billing/catalogue/catalogue.js';
import { readCataloguePrices } from '../../billing/catalogue/catalogue-prices.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { extendWithheld, liftWithheld } from '../../billing/entitlements/withheld.js';
import { AppError, invalid } from '../../platform/errors/app-error.js';
import { subscriptionLease, withLeases } from '../../billing/requests/lease.js';
import { readFromStripe } from '../../billing/stripe/stripe-errors.js';
import { itemName } from './admin-view.js';
import { messages } from './messages.js';
import { findSubscriptionsOfItems, readStatuses } from './mirrored-billing-repository.js';
import { contentsOfPrices } from './preview-attachment.js';
import { listSeatHolders } from './seats-repository.js';
import { findSubscriptionsWith, scheduleOfItem } from './subscriptions-with-items.js';

export interface SeatsToAttach {
  practiceId: number;
  customers: readonly string[];
  items: readonly string[];
  /** Whether to restore manually removed features that these items grant. */
  liftWithheld: boolean;
}

/**
 * Refreshes the subscriptions of the items, so that quantities and statuses are current.
 *
 * @returns ids of the subscriptions and schedules
 */
async function refresh(
  mirror: BillingMirror,
  { customers: customerIds, items: itemIds }: SeatsToAttach,
  audit: AuditContext,
): Promise<string[]> {
  const mirrored = await findSubscriptionsOfItems(mirror.db, itemIds);
  const unknown = new Set(itemIds.filter((itemId) => !mirrored.has(itemId) && scheduleOfItem(itemId) === undefined));
  const others = unknown.size === 0 ? [] : await findSubscriptionsWith(mirror.stripe, customerIds, unknown);
  const schedules = new Set(itemIds.flatMap((itemId) => scheduleOfItem(itemId) ?? []));
  const subscriptionIds = [...mirrored.values(), ...others.map(({ subscription }) => subscription.id)];
  const subscriptions = new Set(subscriptionIds.filter((id) => !schedules.has(id)));
  for (const id of schedules) await refreshSchedule(mirror, id, audit);
  for (const id of subscriptions) await refreshSubscription(mirror, id, audit);
  return [...schedules, ...subscriptions];
}

/** Checks that each customer has one of the items and each item belongs to one of the customers, without duplicates. */
function findFieldErrors(
  { customers: customerIds, items: itemIds }: SeatsToAttach,
  locked: readonly LockedItem[],
): Record<string, string> {
  const customerOf = new Map(locked.map((item) => [item.id, item.customer_id]));
  const fieldErrors: Record<string, string> = {};
  for (const [index, itemId] of itemIds.entries()) {
    const customerId = customerOf.get(itemId);
    if (customerId === undefined) fieldErrors[`subscription_items.${index}`] = messages.noSuchItem;
    else if (!customerIds.includes(customerId)) fieldErrors[`subscription_items.${index}`] = messages.otherCustomer;
    else if (itemIds.indexOf(itemId) !== index) fieldErrors[`subscription_items.${index}`] = messages.twice;
  }
  const having = new Set(customerOf.values());
  for (const [index, customerId] of customerIds.entries()) {
    if (!having.has(customerId)) fieldErrors[`customers.${index}`] = messages.noItemOf;
    else if (customerIds.indexOf(customerId) !== index) fieldErrors[`customers.${index}`] = messages.twice;
  }
  return fieldErrors;
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
  if (canceled) throw new AppError(409, 'canceled', messages.canceled(nameOf(canceled)));
}

/** @throws AppError `already_assigned` and `no_seat`, with the practices that have the seats */
async function assertSeatsFree(
  transaction: Db,
  practiceId: number,
  locked: readonly LockedItem[],
  nameOf: (item: LockedItem) => string,
): Promise<void> {
  const seats = await listSeatHolders(
    transaction,
    locked.map(({ id }) => id),
  );
  const holders = (item: LockedItem) => seats.get(item.id) ?? [];
  const own = locked.find((item) => holders(item).some(({ id }) => id === practiceId));
  if (own) {
    throw new AppError(409, 'already_assigned', messages.alreadyAssigned(nameOf(own)), {
      practices: holders(own).filter(({ id }) => id === practiceId),
    });
  }
  const full = locked.filter((item) => holders(item).length >= item.quantity);
  const [first] = full;
  if (!first) return;
  const practices = new Map(full.flatMap(holders).map((holder) => [holder.id, holder]));
  throw new AppError(409, 'no_seat', messages.noSeat(nameOf(first)), { practices: [...practices.values()] });
}

export interface AttachedSeats {
  /** Ids of the items. */
  assigned: string[];
  /** Display names of the restored entitlements. */
  restored: string[];
}

/**
 * Attaches a seat on every item, or on none. The customers' owners don't change.
 *
 * @throws AppError `invalid` with fields, `canceled`, `already_assigned`, `no_seat`, 502 when the provider doesn't
 * respond
 */
export async function saveSubscriptions(
  mirror: BillingMirror,
  seats: SeatsToAttach,
  audit: ProviderChangeContext,
): Promise<AttachedSeats> {
  const { practiceId } = seats;
  const subscriptionIds = await readFromStripe(() => refresh(mirror, seats, audit));
  const attach = async (transaction: Db): Promise<AttachedSeats> => {
    const locked = await lockItems(transaction, seats.items);
    const fieldErrors = findFieldErrors(seats, locked);
    if (Object.keys(fieldErrors).length > 0) throw invalid(messages.notAttached, fieldErrors);
    const { keyOf } = await readCataloguePrices(transaction);
    const nameOf = ({ shown }: LockedItem): string => itemName(shown, keyOf);
    await assertNotOver(transaction, locked, nameOf);
    await assertSeatsFree(transaction, practiceId, locked, nameOf);
    const itemIds = locked.map(({ id }) => id);
    const contents = contentsOfPrices(
      locked.map(({ shown }) => shown.price_id),
      keyOf,
    );
    const restored = seats.liftWithheld ? await liftWithheld(transaction, practiceId, contents, audit) : [];
    if (!seats.liftWithheld) await extendWithheld(transaction, practiceId, itemIds, contents);
    await assignFreeSeats(transaction, practiceId, locked, audit);
    return { assigned: itemIds, restored: restored.map(({ name }) => toNamedProduct(name).display_name) };
  };
  // The lease excludes a clinic that buys a seat on the same item, because it counts the free seats before it buys
  // another one.
  return withLeases(mirror.db, subscriptionIds.map(subscriptionLease), async () => {
    await audit.assertStillAllowed();
    return inTransaction(mirror.db, attach);
  });
}

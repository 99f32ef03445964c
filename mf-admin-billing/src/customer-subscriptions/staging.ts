/** The subscriptions selected for attaching (specification, 3 to 5). Pure. */
import type { AdminCustomer, AdminItem, AdminSubscription, BodyOf, saveSubscriptions } from 'shared-api/contracts';
import { hasFreeSeat } from './attach-state';
import { customerName, type SubscriptionWithSchedules, itemName, methodLabel, methodOf } from './groups';

export interface StagedSchedule {
  id: string;
  items: readonly AdminItem[];
  phases: AdminSubscription['phases'];
  currentPhase: AdminSubscription['current_phase'];
  endBehavior: string | null;
}

export interface StagedSubscription {
  customerId: string;
  customerName: string;
  subscriptionId: string;
  /** Null without a payment method. */
  paymentMethodId: string | null;
  paymentMethodLabel: string;
  /** The items with a free seat. */
  items: readonly AdminItem[];
  scheduledSubscriptions: readonly StagedSchedule[];
  /** Names of items without a free seat, which are left out. */
  leftOut: readonly string[];
}

/** Stages items with a free seat and names the others (DECISIONS 28). Schedules stay with their parent. */
export function toStaged(
  customer: AdminCustomer,
  { subscription, scheduled }: SubscriptionWithSchedules,
): StagedSubscription {
  const method = methodOf(subscription, customer);
  const all = [subscription, ...scheduled].flatMap(({ items }) => items);
  return {
    customerId: customer.id,
    customerName: customerName(customer),
    subscriptionId: subscription.id,
    paymentMethodId: method?.id ?? null,
    paymentMethodLabel: methodLabel(method),
    items: subscription.items.filter(hasFreeSeat),
    scheduledSubscriptions: scheduled.map(({ id, items, phases, current_phase, end_behavior }) => ({
      id,
      items: items.filter(hasFreeSeat),
      phases,
      currentPhase: current_phase,
      endBehavior: end_behavior,
    })),
    leftOut: all.filter((item) => !hasFreeSeat(item)).map(itemName),
  };
}

export type StagedList = readonly StagedSubscription[];

/** Adds a subscription unless it is already staged. */
export function withStaged(list: StagedList, added: StagedSubscription): StagedList {
  return list.some(({ subscriptionId }) => subscriptionId === added.subscriptionId) ? list : [...list, added];
}

export function withoutStaged(list: StagedList, subscription: string): StagedList {
  return list.filter(({ subscriptionId }) => subscriptionId !== subscription);
}

/** True if the list has more than one payment method. */
export function mixesPaymentMethods(list: StagedList): boolean {
  const methods = list.map(({ paymentMethodId }) => paymentMethodId).filter((id) => id !== null);
  return new Set(methods).size > 1;
}

/**
 * Lists each customer and item once, including items of scheduled changes.
 *
 * @param liftWithheld whether features of these items that staff removed manually are restored
 */
export function toRequest(list: StagedList, liftWithheld: boolean): BodyOf<typeof saveSubscriptions> {
  const items = list.flatMap(({ items: now, scheduledSubscriptions }) => [
    ...now,
    ...scheduledSubscriptions.flatMap((schedule) => schedule.items),
  ]);
  return {
    customers: [...new Set(list.map(({ customerId }) => customerId))],
    subscription_items: [...new Set(items.map(({ id }) => id))],
    lift_withheld: liftWithheld,
  };
}

/** The list of what will be attached (specification, 3 to 5). Pure. */
import type { AdminCustomer, AdminItem, AdminSubscription, BodyOf, saveSubscriptions } from 'shared-api/contracts';
import { isFree } from './attach-state';
import { customerName, type Family, itemName, methodLabel, methodOf } from './groups';

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
  /** Those with a free seat. */
  items: readonly AdminItem[];
  scheduledSubscriptions: readonly StagedSchedule[];
  /** Names of the items that were left out, because no seat is free on them. */
  leftOut: readonly string[];
}

/** Items with a free seat are staged, the others named (DECISIONS 28); what is scheduled travels with its parent. */
export function stagedOf(customer: AdminCustomer, { subscription, scheduled }: Family): StagedSubscription {
  const method = methodOf(subscription, customer);
  const all = [subscription, ...scheduled].flatMap(({ items }) => items);
  return {
    customerId: customer.id,
    customerName: customerName(customer),
    subscriptionId: subscription.id,
    paymentMethodId: method?.id ?? null,
    paymentMethodLabel: methodLabel(method),
    items: subscription.items.filter(isFree),
    scheduledSubscriptions: scheduled.map(({ id, items, phases, current_phase, end_behavior }) => ({
      id,
      items: items.filter(isFree),
      phases,
      currentPhase: current_phase,
      endBehavior: end_behavior,
    })),
    leftOut: all.filter((item) => !isFree(item)).map(itemName),
  };
}

export type Staged = readonly StagedSubscription[];

/** Without duplicates: what is staged already stays as it is. */
export function withStaged(list: Staged, added: StagedSubscription): Staged {
  return list.some(({ subscriptionId }) => subscriptionId === added.subscriptionId) ? list : [...list, added];
}

export function withoutStaged(list: Staged, subscription: string): Staged {
  return list.filter(({ subscriptionId }) => subscriptionId !== subscription);
}

/** More than one distinct payment method is used. */
export function mixesPaymentMethods(list: Staged): boolean {
  const methods = list.map(({ paymentMethodId }) => paymentMethodId).filter((id) => id !== null);
  return new Set(methods).size > 1;
}

/**
 * Customers and items once each, items of scheduled changes too.
 *
 * @param liftWithheld whether what staff removed by hand and the items give is restored
 */
export function toRequest(list: Staged, liftWithheld: boolean): BodyOf<typeof saveSubscriptions> {
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

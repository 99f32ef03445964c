/** Groups and sorts the subscriptions of a customer (specification, 2.2 and 5). Pure. */
import type { AdminCustomer, AdminItem, AdminSubscription } from 'shared-api/contracts';
import { brandName, expiryText } from 'shared-ui/cards';
import { subscriptionsMessages } from './messages';

const messages = subscriptionsMessages.method;

/** A subscription with its scheduled changes. */
export interface SubscriptionWithSchedules {
  subscription: AdminSubscription;
  scheduled: AdminSubscription[];
}

export type Card = AdminCustomer['payment_methods'][number]['card'];

export interface PaymentMethodSummary {
  id: string;
  card: Card;
}

/** Subscriptions with the same payment method; null for those without one. */
export interface PaymentMethodGroup {
  method: PaymentMethodSummary | null;
  subscriptions: SubscriptionWithSchedules[];
}

const SCHEDULE = 'sub_sched_';
export const isSchedule = ({ id }: Pick<AdminSubscription, 'id'>): boolean => id.startsWith(SCHEDULE);

/** Groups schedules under their parent. A schedule without a parent in the list is shown separately. */
export function withSchedules(subscriptions: readonly AdminSubscription[]): SubscriptionWithSchedules[] {
  const ids = new Set(subscriptions.filter((one) => !isSchedule(one)).map(({ id }) => id));
  const isNested = (one: AdminSubscription): boolean =>
    isSchedule(one) && one.parent_subscription_id !== null && ids.has(one.parent_subscription_id);
  return subscriptions
    .filter((one) => !isNested(one))
    .map((subscription) => ({
      subscription,
      scheduled: subscriptions.filter((one) => isNested(one) && one.parent_subscription_id === subscription.id),
    }));
}

export type Phase = AdminSubscription['phases'][number];

/** The phase in which a schedule's change starts: the one after the current phase, or the first. Null without one. */
export function upcomingPhase(phases: readonly Phase[], current: Phase | null): Phase | null {
  const end = current?.end_date ?? null;
  const next = end === null ? undefined : phases.find(({ start_date }) => start_date >= end);
  return next ?? current ?? phases[0] ?? null;
}

/** The payment method of a subscription, from its details or the customer's list. */
export function methodOf(subscription: AdminSubscription, customer: AdminCustomer): PaymentMethodSummary | null {
  const { payment_method_details: details, default_payment_method: id } = subscription;
  if (details) return { id: details.id, card: details.card };
  const listed = customer.payment_methods.find((method) => method.id === id);
  return listed ? { id: listed.id, card: listed.card } : null;
}

/** Sorts subscriptions that need action first. The others keep their order. */
function byUrgency(one: SubscriptionWithSchedules, other: SubscriptionWithSchedules): number {
  return Number(other.subscription.needs_attention) - Number(one.subscription.needs_attention);
}

export const isEnded = ({ subscription }: SubscriptionWithSchedules): boolean => subscription.is_over;

/** Groups by payment method: needs action first, no payment method last. */
function groupByPaymentMethod(
  customer: AdminCustomer,
  entries: readonly SubscriptionWithSchedules[],
): PaymentMethodGroup[] {
  const groups = new Map<string | null, PaymentMethodGroup>();
  for (const entry of [...entries].sort(byUrgency)) {
    const method = methodOf(entry.subscription, customer);
    const key = method?.id ?? null;
    const group = groups.get(key) ?? { method, subscriptions: [] };
    group.subscriptions.push(entry);
    groups.set(key, group);
  }
  const rank = ({ method, subscriptions: [first] }: PaymentMethodGroup): number =>
    (first?.subscription.needs_attention ? 0 : 2) + (method ? 0 : 1);
  return [...groups.values()].sort((one, other) => rank(one) - rank(other));
}

/** Sorts subscriptions that need action first, and ended ones last. */
export function subscriptionsByUrgency(subscriptions: readonly AdminSubscription[]): SubscriptionWithSchedules[] {
  const entries = withSchedules(subscriptions).sort(byUrgency);
  return [...entries.filter((entry) => !isEnded(entry)), ...entries.filter(isEnded)];
}

export interface CustomerGroups {
  current: PaymentMethodGroup[];
  /** Ended subscriptions, collapsed initially. */
  ended: PaymentMethodGroup[];
}

export function groupsOf(customer: AdminCustomer): CustomerGroups {
  const entries = withSchedules(customer.subscriptions);
  return {
    current: groupByPaymentMethod(
      customer,
      entries.filter((entry) => !isEnded(entry)),
    ),
    ended: groupByPaymentMethod(customer, entries.filter(isEnded)),
  };
}

/**
 * Sorts customers that need action first, and those with only ended subscriptions last. The others keep their order.
 */
export function customersByUrgency(customers: readonly AdminCustomer[]): AdminCustomer[] {
  const rank = ({ subscriptions, error }: AdminCustomer): number => {
    if (error !== null || subscriptions.some((one) => one.needs_attention)) return 0;
    return subscriptions.length > 0 && subscriptions.every((one) => one.is_over) ? 2 : 1;
  };
  return [...customers].sort((one, other) => rank(one) - rank(other));
}

/** `Visa ending 4242, expires 08/2027`. @param isKnown false for a customer whose cards could not be loaded */
export function methodLabel(method: PaymentMethodSummary | null, isKnown = true): string {
  if (!method) return isKnown ? messages.none : messages.unknown;
  const { brand, last4, exp_month, exp_year } = method.card;
  return `${messages.card(brandName(brand), last4)}, ${messages.expires(expiryText(exp_month, exp_year))}`;
}

export const customerName = ({ name, email }: Pick<AdminCustomer, 'name' | 'email'>): string =>
  [name, email].find((known) => known !== null && known !== '') ?? subscriptionsMessages.customer.unnamed;

export const itemName = ({ description }: Pick<AdminItem, 'description'>): string =>
  description === null || description === '' ? subscriptionsMessages.item.unnamed : description;

export const hasSeat = (item: AdminItem, practiceId: number): boolean =>
  item.assigned_practices.some(({ id }) => id === practiceId);

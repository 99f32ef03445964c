/** How the subscriptions of a customer are laid out (specification, 2.2 and 5). Pure. */
import type { AdminCustomer, AdminItem, AdminSubscription } from 'shared-api/contracts';
import { brandName, expiryText } from 'shared-ui/cards';
import { subscriptionsMessages } from './messages';

const words = subscriptionsMessages.method;

/** A subscription with the changes that are scheduled for it. */
export interface Family {
  subscription: AdminSubscription;
  scheduled: AdminSubscription[];
}

export type Card = AdminCustomer['payment_methods'][number]['card'];

export interface Method {
  id: string;
  card: Card;
}

/** Subscriptions that are paid by one payment method; null for those without one. */
export interface Group {
  method: Method | null;
  families: Family[];
}

const SCHEDULE = 'sub_sched_';
export const isSchedule = ({ id }: Pick<AdminSubscription, 'id'>): boolean => id.startsWith(SCHEDULE);

/** A schedule stands under its parent; without a parent here it stands for itself, so that it is not lost. */
export function familiesOf(subscriptions: readonly AdminSubscription[]): Family[] {
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

/** When what a schedule changes begins: its phase after the one under way, or its first; null where it names none. */
export function upcomingPhase(phases: readonly Phase[], current: Phase | null): Phase | null {
  const end = current?.end_date ?? null;
  const next = end === null ? undefined : phases.find(({ start_date }) => start_date >= end);
  return next ?? current ?? phases[0] ?? null;
}

/** What pays a subscription: its own payment method, as its details or the customer's list tell it. */
export function methodOf(subscription: AdminSubscription, customer: AdminCustomer): Method | null {
  const { payment_method_details: details, default_payment_method: id } = subscription;
  if (details) return { id: details.id, card: details.card };
  const listed = customer.payment_methods.find((method) => method.id === id);
  return listed ? { id: listed.id, card: listed.card } : null;
}

/** What needs action first, in its own order otherwise. */
function byUrgency(one: Family, other: Family): number {
  return Number(other.subscription.needs_attention) - Number(one.subscription.needs_attention);
}

export const isEnded = ({ subscription }: Family): boolean => subscription.is_over;

/** By payment method: first what needs action, last what has no payment method. */
function groupsFor(customer: AdminCustomer, families: readonly Family[]): Group[] {
  const groups = new Map<string | null, Group>();
  for (const family of [...families].sort(byUrgency)) {
    const method = methodOf(family.subscription, customer);
    const key = method?.id ?? null;
    const group = groups.get(key) ?? { method, families: [] };
    group.families.push(family);
    groups.set(key, group);
  }
  const rank = ({ method, families: [first] }: Group): number =>
    (first?.subscription.needs_attention ? 0 : 2) + (method ? 0 : 1);
  return [...groups.values()].sort((one, other) => rank(one) - rank(other));
}

/** What needs action first, what has ended last. */
export function familiesByUrgency(subscriptions: readonly AdminSubscription[]): Family[] {
  const families = familiesOf(subscriptions).sort(byUrgency);
  return [...families.filter((family) => !isEnded(family)), ...families.filter(isEnded)];
}

export interface CustomerGroups {
  current: Group[];
  /** Subscriptions that have ended, folded away at first. */
  ended: Group[];
}

export function groupsOf(customer: AdminCustomer): CustomerGroups {
  const families = familiesOf(customer.subscriptions);
  return {
    current: groupsFor(
      customer,
      families.filter((family) => !isEnded(family)),
    ),
    ended: groupsFor(customer, families.filter(isEnded)),
  };
}

/** Customers with something that needs action first, those of which everything has ended last; otherwise as they came. */
export function customersByUrgency(customers: readonly AdminCustomer[]): AdminCustomer[] {
  const rank = ({ subscriptions, error }: AdminCustomer): number => {
    if (error !== null || subscriptions.some((one) => one.needs_attention)) return 0;
    return subscriptions.length > 0 && subscriptions.every((one) => one.is_over) ? 2 : 1;
  };
  return [...customers].sort((one, other) => rank(one) - rank(other));
}

/** `Visa ending 4242, expires 08/2027`. @param isKnown false for a customer whose cards could not be read */
export function methodLabel(method: Method | null, isKnown = true): string {
  if (!method) return isKnown ? words.none : words.unknown;
  const { brand, last4, exp_month, exp_year } = method.card;
  return `${words.card(brandName(brand), last4)}, ${words.expires(expiryText(exp_month, exp_year))}`;
}

export const customerName = ({ name, email }: Pick<AdminCustomer, 'name' | 'email'>): string =>
  [name, email].find((known) => known !== null && known !== '') ?? subscriptionsMessages.customer.unnamed;

export const itemName = ({ description }: Pick<AdminItem, 'description'>): string =>
  description === null || description === '' ? subscriptionsMessages.item.unnamed : description;

export const hasSeat = (item: AdminItem, practice: number): boolean =>
  item.assigned_practices.some(({ id }) => id === practice);

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
export function phaseToCome(phases: readonly Phase[], underWay: Phase | null): Phase | null {
  const end = underWay?.end_date ?? null;
  const next = end === null ? undefined : phases.find(({ start_date }) => start_date >= end);
  return next ?? underWay ?? phases[0] ?? null;
}

/** What pays a subscription: its own payment method, as its details or the customer's list tell it. */
export function methodOf(subscription: AdminSubscription, customer: AdminCustomer): Method | null {
  const { payment_method_details: details, default_payment_method: id } = subscription;
  if (details) return { id: details.id, card: details.card };
  const listed = customer.payment_methods.find((method) => method.id === id);
  return listed ? { id: listed.id, card: listed.card } : null;
}

/** By payment method in the order of the customer's subscriptions; those without one come last. */
export function groupsOf(customer: AdminCustomer): Group[] {
  const groups = new Map<string | null, Group>();
  for (const family of familiesOf(customer.subscriptions)) {
    const method = methodOf(family.subscription, customer);
    const key = method?.id ?? null;
    const group = groups.get(key) ?? { method, families: [] };
    group.families.push(family);
    groups.set(key, group);
  }
  const all = [...groups.values()];
  return [...all.filter(({ method }) => method), ...all.filter(({ method }) => !method)];
}

/** `Visa ending 4242, expires 08/2027`. */
export function methodLabel(method: Method | null): string {
  if (!method) return words.none;
  const { brand, last4, exp_month, exp_year } = method.card;
  return `${words.card(brandName(brand), last4)}, ${words.expires(expiryText(exp_month, exp_year))}`;
}

export const customerName = ({ name, email }: Pick<AdminCustomer, 'name' | 'email'>): string =>
  [name, email].find((known) => known !== null && known !== '') ?? subscriptionsMessages.customer.unnamed;

export const itemName = ({ description }: Pick<AdminItem, 'description'>): string =>
  description === null || description === '' ? subscriptionsMessages.item.unnamed : description;

export const hasSeat = (item: AdminItem, practice: number): boolean =>
  item.assigned_practices.some(({ id }) => id === practice);

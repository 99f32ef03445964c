/**
 * The mirrored data of the provider's subscriptions and schedules. Pure functions; times are epoch seconds, amounts
 * cents.
 */
import type Stripe from 'stripe';
import type { BillingPeriod, PlanInterval } from 'shared-api/contracts';
import { providerNameOf } from '../../catalogue/price-names.js';
import { type ChargedMethod, defaultMethodOf, ownMethodOf } from '../../payments/charged-method.js';
import { amountOfQuantity } from './price-amount.js';

export interface ItemSnapshot {
  id: string;
  price_id: string;
  quantity: number;
  /** Name of the price. */
  name: string;
  description: string | null;
  /** Amount of one unit. 0 if a tier determines it. */
  amount: number;
  /** True if usage determines the amount. Absent in rows of an older release, in which a tier may determine it. */
  by_usage?: boolean;
  /** Amount of a period, if it isn't the unit amount times the quantity: with tiers and packages. */
  period_amount?: number;
  /** True if usage is the quantity, so that the provider refuses any other. Absent in rows of an older release. */
  is_metered?: boolean;
  interval: PlanInterval;
  /** The period of a price that is neither monthly nor yearly. */
  every?: BillingPeriod;
  /** The practice that the console bought the item for. Null for items that the console didn't buy. */
  practice: number | null;
}

export interface PhaseSnapshot {
  start_date: number;
  end_date: number;
  items: ItemSnapshot[];
}

export interface ScheduleSnapshot {
  id: string;
  status: string;
  customer_id: string;
  subscription_id: string | null;
  created: number;
  currency: string;
  end_behavior: string;
  current_phase: { start_date: number; end_date: number } | null;
  phases: PhaseSnapshot[];
}

export interface SubscriptionSnapshot {
  id: string;
  customer_id: string;
  customer_name: string | null;
  status: string;
  currency: string;
  created: number;
  trial_start: number | null;
  trial_end: number | null;
  /** When it ended or will end. */
  canceled_at: number | null;
  /** When it is scheduled to end. */
  cancel_at: number | null;
  period: { start: number; end: number };
  /** `is_own` is false for the customer's default card, and absent in rows of an older release. */
  payment_method: { id: string; brand: string; last4: string; is_own?: boolean } | null;
  /** The payment method, unless it is a card. This and the next two fields are absent in rows of an older release. */
  other_method?: { id: string; name: string; is_own: boolean; is_debit?: boolean } | null;
  /** True if invoices are sent by email, so that nothing is charged automatically. */
  is_sent?: boolean;
  /** True while collection is paused at the provider. */
  is_paused?: boolean;
  /** When collection resumes; null if not set. Absent while it isn't paused, and in rows of an older release. */
  resumes_at?: number | null;
  /** True while the bank collects the missing payment. Absent in rows of an older release. */
  is_collecting?: boolean;
  /** Payment page of its oldest open invoice. */
  payment_url: string | null;
  /** The practice that the console started the subscription for. Null if the console didn't start it. */
  practice: number | null;
  /** The request that started the subscription. It is also the id of its trial. */
  request: string | null;
  /** A change whose invoice isn't paid yet. Absent in rows of an older release. */
  pending_update?: { expires_at: number; invoice_id: string | null } | null;
  items: ItemSnapshot[];
  schedule: ScheduleSnapshot | null;
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Metadata key of subscriptions and items: the practice they were bought for. */
export const PRACTICE_KEY = 'practice_console_practice';

/** Metadata key of subscriptions: the request that started them. */
export const REQUEST_KEY = 'practice_console_request';

/** The quantity to send. Undefined if usage determines it. */
export const quantityOf = ({
  quantity,
  is_metered,
}: Pick<ItemSnapshot, 'quantity' | 'is_metered'>): number | undefined => (is_metered === true ? undefined : quantity);

export function practiceIn(metadata: Stripe.Metadata | null | undefined): number | null {
  const text = metadata?.[PRACTICE_KEY] ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** Per period, in whole units, although a price may have fractions. An amount by usage isn't known in advance. */
export const periodAmount = ({
  amount,
  quantity,
  by_usage,
  period_amount,
}: Pick<ItemSnapshot, 'amount' | 'quantity' | 'by_usage' | 'period_amount'>): number =>
  by_usage === true ? 0 : (period_amount ?? Math.round(amount * quantity));

interface PricedItem {
  id: string;
  price: Stripe.Price | Stripe.DeletedPrice | string;
  quantity?: number | null | undefined;
  metadata?: Stripe.Metadata | null;
}

/** How a period's amount is calculated if it isn't the price times the quantity. */
function scheme(price: Stripe.Price, quantity: number): Pick<ItemSnapshot, 'by_usage' | 'period_amount'> {
  const amount = amountOfQuantity(price, quantity);
  if (amount === undefined) return { by_usage: true };
  const isPerUnit = price.billing_scheme === 'per_unit' && price.transform_quantity === null;
  return isPerUnit ? {} : { period_amount: amount };
}

const intervals = ['day', 'week', 'month', 'year'] as const;

/** Only months and years are sold. A price with another period was created at the provider. */
function periodOf(recurring: Stripe.Price['recurring'] | undefined): Pick<ItemSnapshot, 'interval' | 'every'> {
  const interval = intervals.find((one) => one === recurring?.interval) ?? 'month';
  const count = recurring?.interval_count ?? 1;
  const isSold = count === 1 && (interval === 'month' || interval === 'year');
  return { interval: interval === 'year' ? 'year' : 'month', ...(!isSold && { every: { interval, count } }) };
}

function itemSnapshot({ id, price, quantity, metadata }: PricedItem): ItemSnapshot {
  const whole = typeof price === 'string' || price.deleted ? undefined : price;
  const product = whole && typeof whole.product !== 'string' && !whole.product.deleted ? whole.product : undefined;
  const priceId = idOf(price) ?? '';
  return {
    id,
    price_id: priceId,
    quantity: quantity ?? 1,
    name: providerNameOf(price),
    description: product?.description ?? null,
    amount: Number(whole?.unit_amount_decimal ?? 0),
    ...(whole && scheme(whole, quantity ?? 1)),
    ...(whole?.recurring?.usage_type === 'metered' && { is_metered: true }),
    ...periodOf(whole?.recurring),
    practice: practiceIn(metadata),
  };
}

/** Phase items have no id at the provider, so they get one of ours (DESIGN 5). */
export function phaseItemId(scheduleId: string, phase: number, priceId: string): string {
  return `${scheduleId}:phase:${phase}:${priceId}`;
}

export function scheduleSnapshot(schedule: Stripe.SubscriptionSchedule): ScheduleSnapshot {
  return {
    id: schedule.id,
    status: schedule.status,
    customer_id: idOf(schedule.customer) ?? '',
    subscription_id: idOf(schedule.subscription),
    created: schedule.created,
    currency: schedule.phases[0]?.currency ?? 'usd',
    end_behavior: schedule.end_behavior,
    current_phase: schedule.current_phase && {
      start_date: schedule.current_phase.start_date,
      end_date: schedule.current_phase.end_date,
    },
    phases: schedule.phases.map((phase, index) => ({
      start_date: phase.start_date,
      end_date: phase.end_date,
      items: phase.items.map(({ price, quantity, metadata }) =>
        itemSnapshot({ id: phaseItemId(schedule.id, index, idOf(price) ?? ''), price, quantity, metadata }),
      ),
    })),
  };
}

const shownPayer = (
  method: ChargedMethod | null,
  isOwn: boolean,
): Pick<SubscriptionSnapshot, 'payment_method' | 'other_method'> => ({
  payment_method: method?.card ? { id: method.id, ...method.card, is_own: isOwn } : null,
  other_method:
    method && !method.card
      ? { id: method.id, name: method.name, is_own: isOwn, is_debit: method.isDebit === true }
      : null,
});

/** The payment method of a subscription that follows the customer's default. */
export const defaultPayerOf = (method: ChargedMethod | null) => shownPayer(method, false);

/** The payment method: the subscription's own, otherwise the customer's default. None if invoices are sent. */
function payerOf(
  subscription: Stripe.Subscription,
  customer: Stripe.Customer | undefined,
): Pick<SubscriptionSnapshot, 'payment_method' | 'other_method' | 'is_sent'> {
  const is_sent = subscription.collection_method === 'send_invoice';
  if (is_sent) return { payment_method: null, other_method: null, is_sent };
  const own = ownMethodOf(subscription);
  return { ...shownPayer(own ?? (customer ? defaultMethodOf(customer) : null), own !== null), is_sent };
}

/** The open amounts of a subscription with a missing payment. */
export type MissingPayment = Required<Pick<SubscriptionSnapshot, 'payment_url' | 'is_collecting'>>;

/** @param subscription expanded as by `fetchSubscription` */
export function subscriptionSnapshot(
  subscription: Stripe.Subscription,
  items: readonly Stripe.SubscriptionItem[],
  schedule: ScheduleSnapshot | null,
  missing: MissingPayment,
): SubscriptionSnapshot {
  const { customer } = subscription;
  const whole = typeof customer === 'string' || customer.deleted ? undefined : customer;
  const [first] = items;
  return {
    id: subscription.id,
    customer_id: idOf(customer) ?? '',
    customer_name: whole?.name ?? whole?.email ?? null,
    status: subscription.status,
    currency: subscription.currency,
    created: subscription.created,
    trial_start: subscription.trial_start,
    trial_end: subscription.trial_end,
    canceled_at: subscription.canceled_at,
    cancel_at: subscription.cancel_at,
    period: { start: first?.current_period_start ?? 0, end: first?.current_period_end ?? 0 },
    ...payerOf(subscription, whole),
    is_paused: subscription.pause_collection !== null,
    ...(subscription.pause_collection && { resumes_at: subscription.pause_collection.resumes_at }),
    ...missing,
    practice: practiceIn(subscription.metadata),
    request: subscription.metadata[REQUEST_KEY] ?? null,
    pending_update: subscription.pending_update && {
      expires_at: subscription.pending_update.expires_at,
      invoice_id: idOf(subscription.latest_invoice),
    },
    items: items.map(itemSnapshot),
    schedule,
  };
}

/** Phases that haven't started, in order. An ended schedule has none. */
export function upcomingPhases({ status, current_phase: current, phases }: ScheduleSnapshot): PhaseSnapshot[] {
  if (status !== 'active' && status !== 'not_started') return [];
  const from = current?.end_date ?? 0;
  return phases.filter(({ start_date }) => start_date >= from).sort((one, other) => one.start_date - other.start_date);
}

/** When an item ends, alone or together with its subscription. Null while no end is set. */
export function stopDateOf(
  priceId: string,
  { cancel_at: cancelAt }: Pick<SubscriptionSnapshot, 'cancel_at'>,
  schedule: ScheduleSnapshot | null,
): number | null {
  const phases = schedule ? upcomingPhases(schedule) : [];
  const phaseWithoutItem = phases.find(({ items }) => !items.some(({ price_id: id }) => id === priceId));
  if (phaseWithoutItem) return phaseWithoutItem.start_date;
  const last = phases.at(-1)?.end_date ?? schedule?.current_phase?.end_date;
  if (schedule?.status === 'active' && schedule.end_behavior === 'cancel' && last !== undefined) return last;
  return cancelAt;
}

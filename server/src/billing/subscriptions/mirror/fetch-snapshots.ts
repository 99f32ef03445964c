/** Fetches the objects that the console mirrors. Never within a database transaction. */
import type Stripe from 'stripe';
import { EXPAND_CUSTOMER, EXPAND_SUBSCRIPTION } from '../../payments/charged-method.js';
import { isBeingCollected, paymentOf, WITH_PAYMENT } from '../../payments/invoice-payment.js';
import { mapConcurrently } from '../../stripe/concurrency.js';
import { isPaymentMissing } from '../../stripe/statuses.js';
import {
  type MissingPayment,
  type ScheduleSnapshot,
  type SubscriptionSnapshot,
  idOf,
  scheduleSnapshot,
  subscriptionSnapshot,
} from './snapshots.js';

const OF_PRICE = ['product', 'tiers'];
const EXPANDED = [
  ...EXPAND_CUSTOMER.map((field) => `customer.${field}`),
  ...EXPAND_SUBSCRIPTION,
  ...OF_PRICE.map((field) => `items.data.price.${field}`),
];
const OF_SCHEDULE = OF_PRICE.map((field) => `phases.items.price.${field}`);

/** True when the error says that the object doesn't exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 404;
}

/** All items of a subscription. The subscription object itself contains only the first ones. */
export async function fetchItems(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.SubscriptionItem[]> {
  if (!subscription.items.has_more) return subscription.items.data;
  const listed = stripe.subscriptionItems.list({
    subscription: subscription.id,
    limit: 100,
    expand: OF_PRICE.map((field) => `data.price.${field}`),
  });
  return listed.autoPagingToArray({ limit: 1000 });
}

const CONCURRENCY = 6;

/** The page that pays the oldest invoice, unless the bank is collecting all of them. */
export async function fetchMissingPayment(
  stripe: Stripe,
  { id, status }: Stripe.Subscription,
): Promise<MissingPayment> {
  if (!isPaymentMissing(status)) return { payment_url: null, is_collecting: false };
  const expand = [`data.${WITH_PAYMENT}`];
  const { data: open } = await stripe.invoices.list({ subscription: id, status: 'open', limit: 100, expand });
  const payments = await mapConcurrently(open, CONCURRENCY, (invoice) => paymentOf(stripe, invoice));
  const owed = open.filter((_, index) => !isBeingCollected(payments[index]));
  return { payment_url: owed.at(-1)?.hosted_invoice_url ?? null, is_collecting: open.length > 0 && owed.length === 0 };
}

/** @returns undefined when the provider has no such schedule */
export async function fetchSchedule(stripe: Stripe, id: string): Promise<ScheduleSnapshot | undefined> {
  try {
    return scheduleSnapshot(await stripe.subscriptionSchedules.retrieve(id, { expand: OF_SCHEDULE }));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** @returns undefined when the provider has no such subscription */
export async function fetchSubscription(stripe: Stripe, id: string): Promise<SubscriptionSnapshot | undefined> {
  let subscription;
  try {
    subscription = await stripe.subscriptions.retrieve(id, { expand: EXPANDED });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const scheduleId = idOf(subscription.schedule);
  const [items, schedule, missing] = await Promise.all([
    fetchItems(stripe, subscription),
    scheduleId === null ? undefined : fetchSchedule(stripe, scheduleId),
    fetchMissingPayment(stripe, subscription),
  ]);
  return subscriptionSnapshot(subscription, items, schedule ?? null, missing);
}

/** @returns undefined when the provider has no such invoice */
export async function fetchInvoiceStatus(stripe: Stripe, id: string): Promise<Stripe.Invoice.Status | undefined> {
  try {
    return (await stripe.invoices.retrieve(id)).status ?? 'draft';
  } catch (error) {
    if (isMissing(error)) return 'void';
    throw error;
  }
}

/** What becomes of a subscription: its start, its renewals, its end. The calls and the clock both come here. */
import type Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { planOf } from './catalogue.js';
import { invalidRequest } from './errors.js';
import {
  type Line,
  attemptPayment,
  chargeFor,
  lineOfPending,
  makeInvoice,
  markPaid,
  methodFor,
  subscriptionOf,
} from './invoices.js';
import { awaitPayment, declineOf } from './payments.js';
import { type Recurring, periodEnd } from './periods.js';
import { type Store, type WirePrice, idOf } from './store.js';

export type PaymentBehavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';

export interface ItemSpec {
  price: string;
  quantity: number;
  metadata: Record<string, string>;
}

/** The price of an item as it is kept. The SDK's type has decimals as objects, the wire as texts. */
export const priceOf = (item: Stripe.SubscriptionItem): WirePrice => item.price as unknown as WirePrice;

export function recurringOf(price: WirePrice): Recurring {
  if (!price.recurring) {
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: 'items' },
    );
  }
  const { interval, interval_count } = price.recurring;
  return { interval: interval as Recurring['interval'], interval_count };
}

export interface Period {
  start: number;
  end: number;
}

export function makeItem(store: Store, subscription: string, spec: ItemSpec, period: Period): Stripe.SubscriptionItem {
  const price = store.table('price').get(spec.price, 'items[0][price]');
  return {
    id: store.newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: store.now(),
    current_period_end: period.end,
    current_period_start: period.start,
    discounts: [],
    metadata: spec.metadata,
    plan: planOf(price),
    price,
    quantity: spec.quantity,
    subscription,
    tax_rates: [],
  } satisfies Partial<Record<keyof Stripe.SubscriptionItem, unknown>> as unknown as Stripe.SubscriptionItem;
}

/** @throws StripeError unless all prices have one interval and one currency */
export function checkPrices(store: Store, prices: readonly string[]): WirePrice {
  const found = prices.map((id, index) => store.table('price').get(id, `items[${index}][price]`));
  const [first] = found;
  if (!first) throw invalidRequest('Missing required param: items.', { param: 'items', code: 'parameter_missing' });
  for (const price of found) {
    if (!price.active) {
      throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
        param: 'items',
      });
    }
    const [one, other] = [recurringOf(first), recurringOf(price)];
    if (one.interval !== other.interval || one.interval_count !== other.interval_count) {
      throw invalidRequest(
        'Currently, all items in a subscription must have the same recurring interval in this sandbox.',
        { param: 'items' },
      );
    }
    if (price.currency !== first.currency) {
      throw invalidRequest('All prices on a subscription must have the same currency.', { param: 'items' });
    }
  }
  return first;
}

export const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

export function productName(store: Store, price: WirePrice): string {
  return store.table('product').find(price.product)?.name ?? price.product;
}

/** Full periods of items, as an invoice has them. */
export function fullLines(store: Store, items: readonly Stripe.SubscriptionItem[], trial = false): Line[] {
  return items.map((item) => {
    const price = priceOf(item);
    const quantity = item.quantity ?? 1;
    const each = price.unit_amount ?? 0;
    const name = productName(store, price);
    return {
      amount: trial ? 0 : each * quantity,
      description: trial
        ? `Trial period for ${name}`
        : `${quantity} × ${name} (at ${money(each)} / ${recurringOf(price).interval})`,
      price,
      quantity,
      period: { start: item.current_period_start, end: item.current_period_end },
      subscription_item: item.id,
      proration: false,
    };
  });
}

export function periodOf(subscription: Stripe.Subscription): Period {
  const [first] = subscription.items.data;
  return { start: first?.current_period_start ?? 0, end: first?.current_period_end ?? 0 };
}

export function keep(
  { store, events }: CallContext,
  subscription: Stripe.Subscription,
  event: 'created' | 'updated' | 'deleted' = 'updated',
): Stripe.Subscription {
  store.table('subscription').put(subscription);
  events.emit(`customer.subscription.${event}`, subscription);
  return subscription;
}

/** Takes the prorations that wait for a subscription's next invoice. */
export function takePending(store: Store, subscription: string): Line[] {
  const pending = store
    .table('pending_item')
    .all()
    .filter((item) => item.subscription === subscription);
  for (const { id } of pending) store.table('pending_item').remove(id);
  return pending.reverse().map((item) => lineOfPending(store, item));
}

/** Invoices and charges; the subscription's status follows from what came of it. */
export function bill(
  context: CallContext,
  subscription: Stripe.Subscription,
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update',
  lines: Line[],
  behavior: PaymentBehavior = 'allow_incomplete',
): Stripe.Subscription {
  const made = makeInvoice(context, { subscription, reason, lines, period: periodOf(subscription) });
  const latest = { ...subscription, latest_invoice: made.id };
  if (made.status === 'paid') return { ...latest, status: 'active' };
  const failedStatus = reason === 'subscription_create' ? 'incomplete' : 'past_due';
  if (behavior === 'default_incomplete' && reason === 'subscription_create') {
    context.store.table('subscription').put(latest);
    awaitPayment(context, chargeFor(context.store, made));
    return { ...latest, status: 'incomplete' };
  }
  // The card that is charged is looked up through the subscription.
  context.store.table('subscription').put(latest);
  if (reason === 'subscription_create' && !methodFor(context.store, made)) {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    );
  }
  const { invoice, intent } = attemptPayment(context, made);
  if (invoice.status === 'paid') return { ...latest, status: 'active' };
  if (behavior === 'error_if_incomplete' && intent) throw declineOf(intent);
  return { ...latest, status: failedStatus };
}

/** The next period begins: what is due is invoiced and charged. */
export function renew(context: CallContext, subscription: Stripe.Subscription): Stripe.Subscription {
  const { store } = context;
  const { end: start } = periodOf(subscription);
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: periodEnd(start, recurringOf(priceOf(item)), subscription.billing_cycle_anchor),
  }));
  const renewed: Stripe.Subscription = { ...subscription, items: { ...subscription.items, data: items } };
  const lines = [...fullLines(store, items), ...takePending(store, subscription.id)];
  if (subscription.status === 'unpaid') {
    const invoice = makeInvoice(context, {
      subscription,
      reason: 'subscription_cycle',
      lines,
      period: periodOf(renewed),
    });
    return keep(context, { ...renewed, latest_invoice: invoice.id });
  }
  return keep(context, bill(context, renewed, 'subscription_cycle', lines));
}

export function endTrial(context: CallContext, subscription: Stripe.Subscription): Stripe.Subscription {
  const { store } = context;
  const customer = store.table('customer').find(idOf(subscription.customer));
  const method = idOf(subscription.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method);
  const without = subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice';
  if (method === null && without === 'cancel') return cancelNow(context, subscription);
  if (method === null && without === 'pause') return keep(context, { ...subscription, status: 'paused' });
  return renew(context, { ...subscription, billing_cycle_anchor: periodOf(subscription).end });
}

/** Ends a subscription at once; what was paid is not given back. */
export function cancelNow(context: CallContext, subscription: Stripe.Subscription): Stripe.Subscription {
  const { store, events } = context;
  const now = store.now();
  const schedule = store.table('subscription_schedule').find(idOf(subscription.schedule));
  if (schedule && (schedule.status === 'active' || schedule.status === 'not_started')) {
    const canceled = { ...schedule, status: 'canceled' as const, canceled_at: now, current_phase: null };
    store.table('subscription_schedule').put(canceled);
    events.emit('subscription_schedule.canceled', canceled);
  }
  for (const invoice of store.table('invoice').all()) {
    if (invoice.status === 'open' && subscriptionOf(invoice) === subscription.id) {
      store.table('invoice').put({ ...invoice, next_payment_attempt: null, auto_advance: false });
    }
  }
  takePending(store, subscription.id);
  return keep(
    context,
    {
      ...subscription,
      status: 'canceled',
      cancel_at_period_end: false,
      canceled_at: subscription.canceled_at ?? now,
      ended_at: now,
    },
    'deleted',
  );
}

/** An invoice was paid: a subscription that waited for it is in order again, unless it owes another one. */
export function recover(context: CallContext, invoice: Stripe.Invoice): void {
  const { store } = context;
  const subscription = store.table('subscription').find(subscriptionOf(invoice));
  if (!subscription || !['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  const owes = store
    .table('invoice')
    .all()
    .some((other) => other.status === 'open' && subscriptionOf(other) === subscription.id);
  if (!owes) keep(context, { ...subscription, status: 'active' });
}

/** The payment for an invoice has arrived outside a billing run. */
export function settleInvoice(context: CallContext, id: string | undefined): void {
  const invoice = context.store.table('invoice').find(id);
  if (!invoice || invoice.status === 'paid') return;
  recover(context, markPaid(context, invoice));
}

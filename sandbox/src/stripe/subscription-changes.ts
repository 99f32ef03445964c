/** Starting a subscription, and changing one with its prorations: https://docs.stripe.com/billing/subscriptions/prorations */
import type Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { invalidRequest, noSuch } from './errors.js';
import type { Line } from './invoices.js';
import { periodEnd, prorated } from './periods.js';
import { type Store, idOf } from './store.js';
import {
  type ItemSpec,
  type PaymentBehavior,
  bill,
  checkPrices,
  fullLines,
  keep,
  makeItem,
  periodOf,
  priceOf,
  productName,
  recurringOf,
  renew,
  takePending,
} from './subscription-life.js';
import { makeInvoice } from './invoices.js';

export interface NewSubscription {
  customer: string;
  items: ItemSpec[];
  /** Epoch seconds; null for none. */
  trialEnd: number | null;
  method: string | null;
  behavior: PaymentBehavior;
  withoutMethod: 'create_invoice' | 'cancel' | 'pause';
  cancelAt: number | null;
  description: string | null;
  metadata: Record<string, string>;
}

function checkMethod(store: Store, customer: string, method: string | null): void {
  if (method === null) return;
  const found = store.table('payment_method').get(method, 'default_payment_method');
  if (idOf(found.customer) !== customer) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      { param: 'default_payment_method', code: 'resource_missing' },
    );
  }
}

export function startSubscription(context: CallContext, spec: NewSubscription): Stripe.Subscription {
  const { store } = context;
  store.table('customer').get(spec.customer, 'customer');
  checkMethod(store, spec.customer, spec.method);
  const price = checkPrices(
    store,
    spec.items.map((item) => item.price),
  );
  const now = store.now();
  const trial = spec.trialEnd !== null;
  const anchor = spec.trialEnd ?? now;
  const period = { start: now, end: spec.trialEnd ?? periodEnd(now, recurringOf(price), now) };
  const id = store.newId('sub');
  const items = spec.items.map((item) => makeItem(store, id, item, period));
  const subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_thresholds: null,
    cancel_at: spec.cancelAt,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: spec.customer,
    days_until_due: null,
    default_payment_method: spec.method,
    default_source: null,
    default_tax_rates: [],
    description: spec.description,
    discounts: [],
    ended_at: null,
    items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    metadata: spec.metadata,
    next_pending_invoice_item_invoice: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trial ? 'trialing' : 'active',
    test_clock: null,
    trial_end: spec.trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: spec.withoutMethod },
    },
    trial_start: trial ? now : null,
  } satisfies Partial<Stripe.Subscription> as unknown as Stripe.Subscription;
  store.table('subscription').put(subscription);
  if (trial) {
    const lines = fullLines(store, items, true);
    const invoice = makeInvoice(context, { subscription, reason: 'subscription_create', lines, period });
    return keep(context, { ...subscription, latest_invoice: invoice.id }, 'created');
  }
  return keep(
    context,
    bill(context, subscription, 'subscription_create', fullLines(store, items), spec.behavior),
    'created',
  );
}

export interface ItemChange {
  /** The item that is meant; absent for a new one. */
  id?: string;
  price?: string;
  quantity?: number;
  deleted: boolean;
  metadata?: Record<string, string>;
}

export type Proration = 'create_prorations' | 'always_invoice' | 'none';

export interface SubscriptionChange {
  items: ItemChange[];
  proration: Proration;
  prorationDate: number | undefined;
  behavior: PaymentBehavior;
}

/** The items after a change; those that it does not name stay. */
function itemsAfter(store: Store, subscription: Stripe.Subscription, changes: readonly ItemChange[]) {
  const period = periodOf(subscription);
  let items = subscription.items.data;
  for (const [index, change] of changes.entries()) {
    if (change.id === undefined) {
      if (change.price === undefined) {
        throw invalidRequest(`Missing required param: items[${index}][price].`, { code: 'parameter_missing' });
      }
      const price = change.price;
      if (items.some((item) => priceOf(item).id === price)) {
        throw invalidRequest(`Cannot add multiple subscription items with the same plan: ${price}`, {
          param: `items[${index}][price]`,
        });
      }
      const spec = { price, quantity: change.quantity ?? 1, metadata: change.metadata ?? {} };
      items = [...items, makeItem(store, subscription.id, spec, period)];
      continue;
    }
    const before = items.find(({ id }) => id === change.id);
    if (!before) throw noSuch('subscription item', change.id, `items[${index}][id]`);
    if (change.deleted) {
      items = items.filter((item) => item !== before);
      continue;
    }
    const spec = {
      price: change.price ?? priceOf(before).id,
      quantity: change.quantity ?? before.quantity ?? 1,
      metadata: change.metadata ?? before.metadata,
    };
    const after = { ...makeItem(store, subscription.id, spec, period), id: before.id, created: before.created };
    items = items.map((item) => (item === before ? after : item));
  }
  if (items.length === 0) throw invalidRequest('A subscription must have at least one active plan.');
  checkPrices(
    store,
    items.map((item) => priceOf(item).id),
  );
  return items;
}

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function prorationLine(store: Store, item: Stripe.SubscriptionItem, from: number, sign: 1 | -1): Line {
  const price = priceOf(item);
  const quantity = item.quantity ?? 1;
  const period = { start: item.current_period_start, end: item.current_period_end };
  const amount = prorated((price.unit_amount ?? 0) * quantity, period, from) * sign;
  const what = sign === 1 ? 'Remaining time on' : 'Unused time on';
  const counted = quantity === 1 ? '' : `${quantity} × `;
  return {
    amount,
    description: `${what} ${counted}${productName(store, price)} after ${day(from)}`,
    price,
    quantity,
    period: { start: from, end: period.end },
    subscription_item: item.id,
    proration: true,
  };
}

/** Credits for what goes, charges for what comes, each for the rest of the period. */
function prorationLines(
  store: Store,
  before: readonly Stripe.SubscriptionItem[],
  after: readonly Stripe.SubscriptionItem[],
  from: number,
): Line[] {
  const same = (one: Stripe.SubscriptionItem, other: Stripe.SubscriptionItem): boolean =>
    one.id === other.id && priceOf(one).id === priceOf(other).id && one.quantity === other.quantity;
  const gone = before.filter((item) => !after.some((other) => same(item, other)));
  const come = after.filter((item) => !before.some((other) => same(item, other)));
  return [
    ...gone.map((item) => prorationLine(store, item, from, -1)),
    ...come.map((item) => prorationLine(store, item, from, 1)),
  ];
}

function putPending(store: Store, subscription: Stripe.Subscription, line: Line): void {
  store.table('pending_item').put({
    id: store.newId('ii'),
    customer: idOf(subscription.customer) ?? '',
    subscription: subscription.id,
    subscription_item: line.subscription_item,
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    price: line.price.id,
    quantity: line.quantity,
    period: line.period,
  });
}

/** A schedule's phase that is under way has what its subscription has. */
function followInSchedule(store: Store, subscription: Stripe.Subscription): void {
  const schedule = store.table('subscription_schedule').find(idOf(subscription.schedule));
  const current = schedule?.current_phase;
  if (!schedule || !current) return;
  const items = subscription.items.data.map((item) => ({
    billing_thresholds: null,
    discounts: [],
    metadata: item.metadata,
    plan: priceOf(item).id,
    price: priceOf(item).id,
    quantity: item.quantity ?? 1,
    tax_rates: [],
  }));
  const phases = schedule.phases.map((phase) =>
    phase.start_date === current.start_date ? { ...phase, items } : phase,
  ) as Stripe.SubscriptionSchedule['phases'];
  store.table('subscription_schedule').put({ ...schedule, phases });
}

/** Changes items now. Within a trial nothing is prorated, since nothing was paid. */
export function changeItems(
  context: CallContext,
  subscription: Stripe.Subscription,
  { items: changes, proration, prorationDate, behavior }: SubscriptionChange,
): Stripe.Subscription {
  if (changes.length === 0) return subscription;
  const { store } = context;
  const period = periodOf(subscription);
  const from = prorationDate ?? store.now();
  if (from < period.start || from > period.end) {
    throw invalidRequest('Cannot specify `proration_date` outside of the current subscription period.', {
      param: 'proration_date',
    });
  }
  const before = subscription.items.data;
  const after = itemsAfter(store, subscription, changes);
  const changed: Stripe.Subscription = { ...subscription, items: { ...subscription.items, data: after } };
  const lines =
    subscription.status === 'trialing' || proration === 'none' ? [] : prorationLines(store, before, after, from);
  store.table('subscription').put(changed);
  followInSchedule(store, changed);
  if (lines.length === 0) return changed;
  if (proration === 'create_prorations') {
    for (const line of lines) putPending(store, changed, line);
    return changed;
  }
  return bill(context, changed, 'subscription_update', [...takePending(store, changed.id), ...lines], behavior);
}

/** Ends a trial at once: the first full period begins now. */
export function endTrialNow(context: CallContext, subscription: Stripe.Subscription): Stripe.Subscription {
  const now = context.store.now();
  const items = subscription.items.data.map((item) => ({ ...item, current_period_end: now }));
  return renew(context, {
    ...subscription,
    trial_end: now,
    billing_cycle_anchor: now,
    items: { ...subscription.items, data: items },
  });
}

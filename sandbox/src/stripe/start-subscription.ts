/** Starts a subscription: https://docs.stripe.com/api/subscriptions/create. */
import type Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { type DiscountSpec, redeemAll } from './discounts.js';
import { invalidRequest } from './errors.js';
import { type Line, makeInvoice } from './invoices.js';
import { type ItemSpec, type Period, checkPrices, fullLines, makeItem, recurringOf } from './items.js';
import { periodEnd } from './periods.js';
import { debitsOf, recordDebits, consumeCustomerLines } from './prorations.js';
import { saveSubscription } from './save-subscription.js';
import { type Store, idOf } from './store.js';
import { type PaymentBehavior, bill } from './subscription-lifecycle.js';

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
  /** The schedule that starts it. Such a subscription is never incomplete. */
  schedule?: string;
  discounts?: DiscountSpec[];
  /** Further settings of the subscription. */
  settings?: Partial<Stripe.Subscription>;
  /** Further lines of the first invoice, in addition to those of the items. */
  moreLines?: (period: Period, owner: { customer: string; subscription: string }) => Line[];
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
  const { balance } = store.table('customer').get(spec.customer, 'customer');
  checkMethod(store, spec.customer, spec.method);
  const prices = spec.items.map((item) => item.price);
  if (new Set(prices).size < prices.length) {
    throw invalidRequest('Cannot add multiple subscription items with the same plan.', { param: 'items' });
  }
  const price = checkPrices(store, prices, spec.schedule === undefined ? [] : prices);
  const now = store.now();
  const isTrial = spec.trialEnd !== null;
  const anchor = spec.trialEnd ?? now;
  const period = { start: now, end: spec.trialEnd ?? periodEnd(now, recurringOf(price), now) };
  const id = store.newId('sub');
  const owner = { customer: spec.customer, subscription: id };
  const items = spec.items.map((one) => {
    const item = makeItem(store, id, one, period);
    const discounts = redeemAll(context, one.discounts ?? [], { ...owner, subscription_item: item.id });
    return { ...item, discounts };
  });
  const discounts = redeemAll(context, spec.discounts ?? [], { ...owner, subscription_item: null });
  const subscription: Stripe.Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: spec.cancelAt,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: spec.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: spec.method,
    default_source: null,
    default_tax_rates: [],
    description: spec.description,
    discounts,
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: spec.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: spec.schedule ?? null,
    start_date: now,
    status: isTrial ? 'trialing' : 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: spec.trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: spec.withoutMethod },
    },
    trial_start: isTrial ? now : null,
    ...spec.settings,
  };
  store.table('subscription').put(subscription);
  const pending = isTrial ? [] : consumeCustomerLines(store, subscription);
  const moreLines = [...pending, ...(spec.moreLines?.(period, owner) ?? [])];
  const lines = [...moreLines, ...fullLines(store, items, isTrial)];
  const reason = 'subscription_create';
  // The period of a first invoice is empty.
  const lookBack = { start: now, end: now };
  // The first invoice also charges a debt of the customer.
  if (isTrial && moreLines.length === 0 && balance <= 0) {
    const invoice = makeInvoice(context, { subscription, reason, lines, period: lookBack });
    return saveSubscription(context, { ...subscription, latest_invoice: invoice.id }, 'created');
  }
  recordDebits(store, debitsOf(store, subscription, lines));
  const billed = bill(context, subscription, {
    reason,
    lines,
    period: lookBack,
    behavior: spec.behavior,
    failedStatus: spec.schedule === undefined ? 'incomplete' : 'past_due',
  });
  return saveSubscription(context, billed, 'created');
}

/**
 * Previews of invoices: https://docs.stripe.com/api/invoices/create_preview. The change runs on the current state with the
 * code of the real change. Then the clock advances until an invoice is created. Finally the state is restored.
 */
import type Stripe from 'stripe';
import type { CallContext, Handler } from './calls.js';
import { advanceToNextDue } from './clock.js';
import { discountsIn, redeemAll } from './discounts.js';
import { StripeError, invalidRequest, notSupported } from './errors.js';
import type { EventSink } from './events.js';
import { DRAFT_LIFE_S, makeInvoice, subscriptionOf } from './invoices.js';
import { priceIn } from './invoice-items.js';
import { fullLines, itemsFrom, periodOf, productName } from './items.js';
import type { Reader } from './params.js';
import { automaticTaxIn } from './phase-settings.js';
import { amountOf } from './pricing.js';
import { previewSchedule, previewScheduleUpdate } from './schedule-calls.js';
import { startSubscription } from './start-subscription.js';
import { type PendingItem, type Store, idOf, omitFields } from './store.js';
import { itemSpecs, trialEndIn, updateSubscription } from './subscription-calls.js';
import { taxRatesIn } from './taxes.js';
import { cancelNow } from './subscription-lifecycle.js';

/** Maximum number of changes between two invoices, to detect endless loops. */
const MAX_DUES = 1000;

/** The subject of a preview. The subscription of a schedule may start later. */
interface Timeline {
  subscription: string | null;
  schedule: string | null;
}

const noInvoice = (customer: string | null): StripeError =>
  new StripeError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for customer: ${customer ?? ''}`,
  });

/** Rejects a parameter that differs from the value that it repeats. */
export function assertSameValue(params: Reader, name: string, value: string | null): void {
  const text = params.text(name);
  if (text && text !== value) throw invalidRequest(`The ${name} is ${value ?? 'not set'}.`, { param: name });
}

function checkHasNone(params: Reader, names: readonly string[], what: string): void {
  const unsupported = names.find((name) => params.has(name));
  if (unsupported)
    throw invalidRequest(`You may not pass \`${unsupported}\` with \`${what}\`.`, { param: unsupported });
}

/** Automatic tax of a previewed invoice; absent if the request doesn't contain it. */
function invoiceTaxIn(params: Reader): Pick<Stripe.Subscription, 'automatic_tax'> | undefined {
  const tax = params.object('automatic_tax');
  return tax && { automatic_tax: automaticTaxIn(tax) };
}

/**
 * An empty list of discounts prevents the customer's discount from being inherited:
 * https://docs.stripe.com/api/invoices/create_preview
 */
function withoutInherited({ store }: CallContext, customer: string, specs: readonly object[] | undefined): void {
  if (specs?.length !== 0) return;
  const owner = store.table('customer').get(customer, 'customer');
  store.table('customer').put({ ...owner, discount: null });
}

/** Gives a subscription the discounts and the tax of the previewed invoice. */
function withPreviewed(context: CallContext, params: Reader, subscription: Stripe.Subscription): Stripe.Subscription {
  const specs = discountsIn(params, context.store);
  const owner = { customer: idOf(subscription.customer) ?? '', subscription: subscription.id, subscription_item: null };
  withoutInherited(context, owner.customer, specs);
  return context.store.table('subscription').put({
    ...subscription,
    ...(specs && { discounts: redeemAll(context, specs, owner) }),
    ...invoiceTaxIn(params),
  });
}

/** Does the same for the subscription of a schedule, if it has started. */
function withPreviewedOf(context: CallContext, params: Reader, schedule: Stripe.SubscriptionSchedule): void {
  const subscription = context.store.table('subscription').find(idOf(schedule.subscription));
  if (subscription) withPreviewed(context, params, subscription);
  else withoutInherited(context, idOf(schedule.customer) ?? '', discountsIn(params, context.store));
}

/** Starts a subscription that doesn't exist yet. */
function previewStart(context: CallContext, customer: string, details: Reader, params: Reader): Timeline {
  if (details.has('billing_cycle_anchor')) throw notSupported('A `billing_cycle_anchor` of a new subscription');
  details.oneOf('proration_behavior', ['create_prorations', 'always_invoice', 'none']);
  const rates = taxRatesIn(details, 'default_tax_rates', context.store);
  const specs = discountsIn(params, context.store);
  withoutInherited(context, customer, specs);
  const started = startSubscription(context, {
    customer,
    items: itemSpecs(details, context.store),
    settings: { ...(rates && { default_tax_rates: rates }), ...invoiceTaxIn(params) },
    discounts: specs ?? [],
    trialEnd: trialEndIn(details, context.store.now()),
    method: null,
    behavior: 'default_incomplete',
    withoutMethod: 'create_invoice',
    cancelAt: details.integer('cancel_at') ?? null,
    description: null,
    metadata: {},
  });
  return { subscription: started.id, schedule: null };
}

function previewChange(context: CallContext, subscription: Stripe.Subscription, details: Reader | undefined): Timeline {
  const timeline = { subscription: subscription.id, schedule: idOf(subscription.schedule) };
  if (!details) return timeline;
  if (details.flag('cancel_now') === true) {
    const isProrated = details.oneOf('proration_behavior', ['create_prorations', 'always_invoice', 'none']) !== 'none';
    cancelNow(context, subscription, { isProrated, isInvoiced: true, allowsEmptyInvoice: true });
    return timeline;
  }
  updateSubscription(details, context, subscription);
  return timeline;
}

/** A pending item that exists only in the preview. */
function newItem(given: Reader, at: string, customer: string, context: CallContext): PendingItem {
  const { store } = context;
  const unsupported = ['amount', 'currency', 'unit_amount', 'unit_amount_decimal'].find((name) => given.has(name));
  if (unsupported) throw notSupported(`\`${unsupported}\` of a new invoice item of a preview`);
  const price = store.table('price').get(priceIn(given, at, store));
  const quantity = given.integer('quantity') ?? 1;
  const owner = { customer, subscription: null, subscription_item: null };
  return {
    id: store.newId('ii'),
    ...owner,
    amount: amountOf(price, quantity),
    currency: price.currency,
    description: given.text('description') ?? productName(store, price),
    price: price.id,
    quantity,
    period: { start: store.now(), end: store.now() },
    metadata: given.metadata(),
    discounts: redeemAll(context, discountsIn(given, store) ?? [], owner),
    tax_rates: taxRatesIn(given, 'tax_rates', store) ?? [],
    discountable: given.flag('discountable') ?? true,
  };
}

/**
 * Changes pending items for the preview, and adds new ones:
 * https://docs.stripe.com/api/invoices/create_preview#create_create_preview-invoice_items
 */
function applyItems(params: Reader, context: CallContext): void {
  const { store } = context;
  for (const [index, given] of (params.list('invoice_items') ?? []).entries()) {
    const at = `invoice_items[${index}]`;
    const id = given.text('invoiceitem');
    const item = id
      ? store.table('pending_item').get(id, `${at}[invoiceitem]`)
      : newItem(given, at, params.needed('customer'), context);
    const amount = given.integer('amount') ?? item.amount;
    store.table('pending_item').put({ ...item, amount });
  }
}

/** Applies the previewed change. */
function applyPreviewed(params: Reader, context: CallContext): Timeline {
  const { store } = context;
  const details = params.object('subscription_details');
  const scheduleDetails = params.object('schedule_details');
  const scheduleId = params.text('schedule');
  if (scheduleId || scheduleDetails) {
    checkHasNone(params, ['subscription', 'subscription_details'], scheduleId ? 'schedule' : 'schedule_details');
  }
  if (scheduleId) {
    const schedule = store.table('subscription_schedule').get(scheduleId, 'schedule');
    assertSameValue(params, 'customer', idOf(schedule.customer));
    const after = scheduleDetails ? previewScheduleUpdate(scheduleDetails, context, schedule) : schedule;
    if (params.has('discounts')) withPreviewedOf(context, params, after);
    return { subscription: idOf(after.subscription), schedule: schedule.id };
  }
  if (scheduleDetails) {
    const schedule = previewSchedule(scheduleDetails, context, params.needed('customer'));
    return { subscription: idOf(schedule.subscription), schedule: schedule.id };
  }
  const id = params.text('subscription');
  if (id) {
    const subscription = store.table('subscription').get(id, 'subscription');
    assertSameValue(params, 'customer', idOf(subscription.customer));
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
      throw noInvoice(idOf(subscription.customer));
    }
    return previewChange(context, withPreviewed(context, params, subscription), details);
  }
  if (!details) throw invalidRequest('You must pass either `subscription` or `subscription_details[items]`.');
  return previewStart(context, params.needed('customer'), details, params);
}

/** Advances the clock until an invoice is created. */
function nextInvoice(
  context: CallContext,
  timeline: Timeline,
  made: (timeline: Timeline) => Stripe.Invoice | undefined,
): Stripe.Invoice | undefined {
  const { store } = context;
  let current = timeline;
  for (let dues = 0; dues < MAX_DUES; dues += 1) {
    const invoice = made(current);
    if (invoice) return invoice;
    if (!advanceToNextDue(context, current)) return undefined;
    const schedule = store.table('subscription_schedule').find(current.schedule);
    current = { ...current, subscription: current.subscription ?? idOf(schedule?.subscription) };
  }
  return undefined;
}

/** An invoice for a full period of the changed items, without prorations, credit or trial. */
function recurringInvoice(context: CallContext, id: string | null): Stripe.Invoice | undefined {
  const { store } = context;
  const subscription = store.table('subscription').find(id);
  if (!subscription) return undefined;
  const customer = store.table('customer').get(idOf(subscription.customer) ?? '');
  store.table('customer').put({ ...customer, balance: 0 });
  const start =
    subscription.status === 'trialing' && subscription.trial_end !== null
      ? subscription.trial_end
      : periodOf(subscription).start;
  const items = itemsFrom(subscription.items.data, start, subscription.billing_cycle_anchor);
  const renewalInvoice = makeInvoice(context, {
    subscription,
    reason: 'subscription_cycle',
    lines: fullLines(store, items),
    period: { start, end: items[0]?.current_period_end ?? start },
  });
  return { ...renewalInvoice, billing_reason: 'upcoming' };
}

/** An invoice in the form of a preview. */
function rendered(store: Store, invoice: Stripe.Invoice, at: number): object {
  const id = `upcoming_${invoice.id}`;
  const draft = {
    ...invoice,
    id,
    lines: { ...invoice.lines, url: `/v1/invoices/${id}/lines` },
    status: 'draft',
    number: null,
    amount_paid: 0,
    amount_remaining: invoice.amount_due,
    attempted: false,
    attempt_count: 0,
    billing_reason: at === store.now() ? invoice.billing_reason : 'upcoming',
    created: at,
    next_payment_attempt:
      invoice.collection_method === 'send_invoice' ? null : at === store.now() ? at : at + DRAFT_LIFE_S,
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  };
  // A preview has no hosted pages.
  return omitFields(draft, 'hosted_invoice_url', 'invoice_pdf');
}

const MAX_PREVIEWS = 100;

/** Stores the lines of the newest previews, so that they can be listed. */
function keepLines(store: Store, id: string, lines: Stripe.InvoiceLineItem[]): void {
  const table = store.table('preview');
  table.put({ id, lines });
  for (const { id: old } of table.all().slice(MAX_PREVIEWS)) table.remove(old);
}

/** Runs the change on the current state, returns its effect, and restores the state. */
export const previewInvoice: Handler = ({ params }, real) => {
  const { store } = real;
  const before = store.snapshot();
  const finalized: Stripe.Invoice[] = [];
  const events: EventSink = {
    emit(type, object) {
      if (type === 'invoice.finalized' && 'object' in object && object.object === 'invoice') finalized.push(object);
    },
  };
  const context: CallContext = { ...real, events, isPreview: true };
  const mode = params.oneOf('preview_mode', ['next', 'recurring']) ?? 'next';
  let invoice: Stripe.Invoice | undefined;
  let customer: string | null = params.text('customer') ?? null;
  try {
    applyItems(params, context);
    const timeline = applyPreviewed(params, context);
    // Only looks at the current time, because a phase that starts later would replace the previewed items.
    const isNow = mode === 'recurring' && timeline.subscription !== null;
    if (isNow) invoice = recurringInvoice(context, timeline.subscription);
    else {
      invoice = nextInvoice(context, timeline, ({ subscription }) =>
        finalized.find((one) => subscription !== null && subscriptionOf(one) === subscription),
      );
      if (mode === 'recurring' && invoice) invoice = recurringInvoice(context, subscriptionOf(invoice));
    }
    customer ??= invoice ? idOf(invoice.customer) : null;
  } finally {
    store.restore(before);
  }
  if (!invoice) throw noInvoice(customer);
  keepLines(store, `upcoming_${invoice.id}`, invoice.lines.data);
  return rendered(store, invoice, invoice.effective_at ?? invoice.created);
};

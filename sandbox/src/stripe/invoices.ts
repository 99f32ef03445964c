/** Invoices with their lines, numbers and payments: https://docs.stripe.com/api/invoices */
import Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { invalidRequest } from './errors.js';
import { defaultIntentOf, paymentsOf, renderPayment } from './invoice-payments.js';
import { type PricedLine, pretaxCredits, priceLines, totalsOf } from './invoice-amounts.js';
import { endSingleUseDiscounts } from './discounts.js';
import { MAX_CHARGE, minimumCharge } from './minimum-charge.js';
import { type Charge, cancelIntentOf, chargeCard } from './payments.js';
import { type Store, type StoredPrice, idOf } from './store.js';

export interface Line {
  amount: number;
  description: string;
  /** The price; null for an amount without one. */
  price: StoredPrice | null;
  quantity: number;
  period: { start: number; end: number };
  /** The subscription item; null for an invoice item that is charged once. */
  subscription_item: string | null;
  /** The pending item that the line was created from. It may belong to no subscription. */
  invoice_item?: { id: string; subscription: string | null };
  proration: boolean;
  metadata?: Record<string, string>;
  /** Discounts and tax rates of the item itself. */
  discounts?: string[];
  tax_rates?: Stripe.TaxRate[];
  discountable?: boolean;
}

/** Days between the attempts to collect a failed payment. */
const RETRY_AFTER_DAYS = [3, 5, 7] as const;
const DAY = 86_400;

function wireLine(
  store: Store,
  invoice: string,
  subscription: string,
  line: PricedLine,
  currency: string,
): Stripe.InvoiceLineItem {
  const discounts = [...line.ofItem, ...line.ofInvoice];
  const proration = { proration: line.proration, proration_details: { credited_items: null } };
  return {
    id: store.newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency,
    description: line.description,
    discount_amounts: discounts,
    discountable: !line.proration && line.discountable !== false,
    discounts: line.discounts ?? [],
    invoice,
    livemode: false,
    metadata: line.metadata ?? {},
    parent:
      line.subscription_item === null
        ? {
            type: 'invoice_item_details',
            invoice_item_details: {
              invoice_item: line.invoice_item?.id ?? store.newId('ii'),
              ...proration,
              subscription: line.invoice_item ? line.invoice_item.subscription : subscription,
            },
            subscription_item_details: null,
          }
        : {
            type: 'subscription_item_details',
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: line.invoice_item?.id ?? null,
              ...proration,
              subscription,
              subscription_item: line.subscription_item,
            },
          },
    period: line.period,
    pretax_credit_amounts: pretaxCredits(discounts),
    pricing: line.price && {
      type: 'price_details',
      price_details: { price: line.price.id, product: line.price.product },
      unit_amount_decimal: line.price.unit_amount_decimal,
    },
    quantity: line.quantity,
    quantity_decimal: Stripe.Decimal.from(line.quantity),
    subscription,
    subtotal: line.amount,
    taxes: line.taxes,
  };
}

export interface NewInvoice {
  subscription: Stripe.Subscription;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  lines: Line[];
  period: { start: number; end: number };
}

/** Placeholder in stored URLs for the sandbox's origin, which may change after a restart. */
export const OWN_ORIGIN = 'http://sandbox.invalid';

/** An empty invoice. */
export function blankInvoice({ store }: CallContext, customer: Stripe.Customer, currency: string): Stripe.Invoice {
  const id = store.newId('in');
  const now = store.now();
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Practice Console',
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: 'manual',
    collection_method: 'charge_automatically',
    created: now,
    currency,
    custom_fields: null,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    default_payment_method: null,
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: null,
    period_end: now,
    period_start: now,
    starting_balance: 0,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_taxes: [],
    webhooks_delivered_at: null,
    account_tax_ids: null,
    application: null,
    automatically_finalizes_at: null,
    customer_account: null,
    default_source: null,
    footer: null,
    from_invoice: null,
    last_finalization_error: null,
    latest_revision: null,
    on_behalf_of: null,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    test_clock: null,
    customer_address: customer.address ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_tax_rates: [],
    issuer: { type: 'self' },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    total_pretax_credit_amounts: [],
  };
}

/**
 * How long the invoice of a renewal stays a draft:
 * https://docs.stripe.com/billing/invoices/subscription#invoice-lifecycle
 */
export const DRAFT_LIFE_S = 3600;

/** Whether invoices are charged to a payment method, not sent by email. */
const isCharged = ({ collection_method: method }: Stripe.Subscription | Stripe.Invoice): boolean =>
  method === 'charge_automatically';

/** The due date of an invoice that is sent by email; null for other invoices. */
function dueDateOf({ store }: CallContext, invoice: Stripe.Invoice): number | null {
  if (isCharged(invoice)) return null;
  const days = store.table('subscription').find(subscriptionOf(invoice))?.days_until_due ?? 30;
  return store.now() + days * DAY;
}

/**
 * Gives a draft its number and its pages, and applies the customer's balance.
 *
 * @param isVoided true while a pause voids invoices. The balance isn't used:
 *   https://docs.stripe.com/billing/subscriptions/pause-payment
 */
export function finalize(context: CallContext, draft: Stripe.Invoice, { isVoided = false } = {}): Stripe.Invoice {
  const { store, events } = context;
  const customer = store.table('customer').get(idOf(draft.customer) ?? '', 'customer');
  const sequence = customer.next_invoice_sequence ?? 1;
  // A negative balance is credit. It only pays invoices in its own currency.
  const isOfBalance = !isVoided && (customer.currency ?? draft.currency) === draft.currency;
  const balance = isOfBalance ? customer.balance : 0;
  const owed = draft.total + balance;
  const due = owed >= minimumCharge(draft.currency) ? owed : 0;
  const ending = isOfBalance ? owed - due : 0;
  const numbered = store.table('customer').put({
    ...customer,
    currency: customer.currency ?? draft.currency,
    ...(isOfBalance && { balance: ending }),
    next_invoice_sequence: sequence + 1,
  });
  if (isOfBalance && ending !== balance) events.emit('customer.updated', numbered);
  const path = `${OWN_ORIGIN}/stripe/invoices/${draft.id}`;
  const invoice: Stripe.Invoice = {
    ...draft,
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
    due_date: draft.due_date ?? dueDateOf(context, draft),
    effective_at: store.now(),
    ending_balance: ending,
    hosted_invoice_url: path,
    invoice_pdf: `${path}/pdf`,
    number: `${customer.invoice_prefix ?? 'INV'}-${String(sequence).padStart(4, '0')}`,
    starting_balance: balance,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: store.now() },
  };
  store.table('invoice').put(invoice);
  events.emit('invoice.finalized', invoice);
  if (isVoided) return endInvoice(context, invoice, 'void');
  return due === 0 ? markPaid(context, invoice) : invoice;
}

/** Creates and finalizes the invoice of a subscription. */
export function makeInvoice(context: CallContext, invoice: NewInvoice): Stripe.Invoice {
  return finalize(context, makeDraft(context, invoice));
}

/** A draft of a subscription's invoice. It is finalized automatically after an hour, or earlier by a request. */
export function makeDraft(context: CallContext, { subscription, reason, lines, period }: NewInvoice): Stripe.Invoice {
  const { store, events } = context;
  const customer = store.table('customer').get(idOf(subscription.customer) ?? '', 'customer');
  const blank = blankInvoice(context, customer, subscription.currency);
  const priced = priceLines(store, subscription, lines);
  const totals = totalsOf(priced);
  if (totals.total > MAX_CHARGE) {
    throw invalidRequest('Amount must be no more than 8 digits.', { code: 'amount_too_large' });
  }
  const data = priced.map((line) => wireLine(store, blank.id, subscription.id, line, subscription.currency));
  const { account_tax_ids, custom_fields, description, footer, issuer } = subscription.invoice_settings;
  const draft: Stripe.Invoice = {
    ...blank,
    account_tax_ids,
    custom_fields,
    description,
    footer,
    issuer,
    automatic_tax: {
      ...blank.automatic_tax,
      enabled: subscription.automatic_tax.enabled,
      liability: subscription.automatic_tax.liability,
      status: subscription.automatic_tax.enabled ? 'complete' : null,
    },
    auto_advance: true,
    automatically_finalizes_at: store.now() + DRAFT_LIFE_S,
    billing_reason: reason,
    collection_method: subscription.collection_method,
    lines: { ...blank.lines, data },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    period_end: period.end,
    period_start: period.start,
    next_payment_attempt: isCharged(subscription) ? store.now() + DRAFT_LIFE_S : null,
    default_tax_rates: subscription.default_tax_rates ?? [],
    discounts: totals.total_discount_amounts.map(({ discount }) => discount),
    ...totals,
    amount_due: Math.max(0, totals.total),
    amount_remaining: Math.max(0, totals.total),
  };
  endSingleUseDiscounts(
    store,
    totals.total_discount_amounts.filter(({ amount }) => amount > 0).map(({ discount }) => discount),
  );
  store.table('invoice').put(draft);
  events.emit('invoice.created', draft);
  return draft;
}

export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}

/**
 * The id of what is charged: the subscription's method or source, or else the customer's. A method takes precedence
 * over a source.
 */
export const methodIdFor = (
  subscription: Stripe.Subscription | undefined,
  customer: Stripe.Customer | undefined,
): string | null =>
  idOf(subscription?.default_payment_method) ??
  idOf(subscription?.default_source) ??
  idOf(customer?.invoice_settings.default_payment_method) ??
  idOf(customer?.default_source);

/** The card of an invoice: its subscription's, or else the customer's default card. */
export function methodFor(store: Store, invoice: Stripe.Invoice): Stripe.PaymentMethod | undefined {
  const subscription = store.table('subscription').find(subscriptionOf(invoice));
  const customer = store.table('customer').find(idOf(invoice.customer));
  return store.table('payment_method').find(methodIdFor(subscription, customer));
}

/** The charge for an invoice. */
export function chargeFor(store: Store, invoice: Stripe.Invoice, method = methodFor(store, invoice)): Charge {
  return {
    customer: idOf(invoice.customer) ?? '',
    method,
    amount: invoice.amount_remaining,
    currency: invoice.currency,
    invoice: invoice.id,
  };
}

/** Emits the event that an intent has paid an invoice. */
function emitPayment({ store, events }: CallContext, invoice: string, intent: string): void {
  const link = paymentsOf(store, invoice).find((one) => one.payment_intent === intent);
  if (link) events.emit('invoice_payment.paid', renderPayment(store, link));
}

/** Credits a partial payment. The remaining amount of the invoice and of its open intent decreases. */
export function creditPayment(
  context: CallContext,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): Stripe.Invoice {
  const { store, events } = context;
  emitPayment(context, invoice.id, intent.id);
  const paid = invoice.amount_paid + intent.amount_received;
  const remaining = Math.max(0, invoice.amount_due - paid);
  const overpaid = Math.max(0, paid - invoice.amount_due);
  if (remaining === 0) {
    cancelIntentOf(context, invoice.id);
    return markPaid(context, { ...invoice, amount_overpaid: overpaid });
  }
  const open = defaultIntentOf(store, invoice.id);
  if (open && open.status !== 'succeeded' && open.status !== 'canceled') {
    store.table('payment_intent').put({ ...open, amount: remaining });
  }
  const credited = store.table('invoice').put({ ...invoice, amount_paid: paid, amount_remaining: remaining });
  events.emit('invoice.updated', credited);
  return credited;
}

/** Marks an invoice as paid after its payment, or if nothing was due. */
export function markPaid({ store, events }: CallContext, invoice: Stripe.Invoice): Stripe.Invoice {
  const paid: Stripe.Invoice = {
    ...invoice,
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: store.now() },
  };
  store.table('invoice').put(paid);
  events.emit('invoice.paid', paid);
  if (paid.amount_paid > 0) events.emit('invoice.payment_succeeded', paid);
  return paid;
}

export interface Attempt {
  invoice: Stripe.Invoice;
  /** The intent; null if nothing was due and nothing was charged. */
  intent: Stripe.PaymentIntent | null;
}

export interface AttemptOptions {
  /** The card to charge; the invoice's card by default. */
  method?: Stripe.PaymentMethod | undefined;
  /** False disables automatic retries, before a subscription or a change has started. */
  retries?: boolean;
}

/** Charges the amount due. The outcome is in the status of the invoice and the intent. */
export function attemptPayment(
  context: CallContext,
  invoice: Stripe.Invoice,
  { method, retries = invoice.next_payment_attempt !== null }: AttemptOptions = {},
): Attempt {
  const { store, events } = context;
  if (invoice.status === 'paid') return { invoice, intent: null };
  const intent = chargeCard(context, chargeFor(store, invoice, method));
  const attempted: Stripe.Invoice = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 };
  if (intent.status === 'succeeded') {
    emitPayment(context, invoice.id, intent.id);
    return { invoice: markPaid(context, attempted), intent };
  }
  if (intent.status === 'processing') {
    const waiting = store.table('invoice').put({ ...attempted, next_payment_attempt: null });
    events.emit('invoice.updated', waiting);
    return { invoice: waiting, intent };
  }
  return {
    invoice: failPayment(context, attempted, { retries, asksPerson: intent.status === 'requires_action' }),
    intent,
  };
}

/** Records that an attempt has failed, and schedules the next one. */
export function failPayment(
  { store, events }: CallContext,
  attempted: Stripe.Invoice,
  { retries = true, asksPerson = false } = {},
): Stripe.Invoice {
  const retry = RETRY_AFTER_DAYS[attempted.attempt_count - 1];
  const failed = store.table('invoice').put({
    ...attempted,
    next_payment_attempt: retry === undefined || !retries ? null : store.now() + retry * DAY,
  });
  events.emit(asksPerson ? 'invoice.payment_action_required' : 'invoice.payment_failed', failed);
  return failed;
}

/** Ends an open invoice without a payment. Voiding it restores the customer's balance. */
export function endInvoice(
  context: CallContext,
  invoice: Stripe.Invoice,
  as: 'void' | 'uncollectible',
): Stripe.Invoice {
  if (invoice.status !== 'open' && !(as === 'void' && invoice.status === 'uncollectible')) {
    throw invalidRequest(
      `You can only ${as === 'void' ? 'void' : 'mark as uncollectible'} an invoice that is open. This one is ${invoice.status ?? ''}.`,
    );
  }
  const { store, events } = context;
  const at = store.now();
  const customer = store.table('customer').find(idOf(invoice.customer));
  if (as === 'void') {
    const applied = invoice.starting_balance - (invoice.ending_balance ?? 0);
    if (customer && applied !== 0) {
      const refunded = store.table('customer').put({ ...customer, balance: customer.balance + applied });
      events.emit('customer.updated', refunded);
    }
    cancelIntentOf(context, invoice.id);
  }
  const ended: Stripe.Invoice = {
    ...invoice,
    status: as,
    next_payment_attempt: null,
    status_transitions: {
      ...invoice.status_transitions,
      ...(as === 'void' ? { voided_at: at } : { marked_uncollectible_at: at }),
    },
  };
  store.table('invoice').put(ended);
  events.emit(as === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', ended);
  return ended;
}

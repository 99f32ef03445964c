/** Invoices that are created manually, line by line. */
import Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { blankInvoice } from './invoices.js';

/** Creates a manual draft. */
export function draftInvoice(context: CallContext, customer: string, currency: string): Stripe.Invoice {
  const { store, events } = context;
  const draft = blankInvoice(context, store.table('customer').get(customer, 'customer'), currency);
  store.table('invoice').put(draft);
  events.emit('invoice.created', draft);
  return draft;
}

/** Adds a line to a draft. */
export function addLine(
  { store }: CallContext,
  draft: Stripe.Invoice,
  amount: number,
  description: string | null,
): Stripe.InvoiceItem {
  const item = store.newId('ii');
  const line: Stripe.InvoiceLineItem = {
    id: store.newId('il'),
    object: 'line_item',
    amount,
    currency: draft.currency,
    description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: draft.id,
    livemode: false,
    metadata: {},
    parent: {
      type: 'invoice_item_details',
      invoice_item_details: { invoice_item: item, proration: false, proration_details: null, subscription: null },
      subscription_item_details: null,
    },
    period: { start: draft.created, end: draft.created },
    pretax_credit_amounts: [],
    pricing: null,
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from(1),
    subscription: null,
    subtotal: amount,
    taxes: [],
  };
  const total = draft.total + amount;
  store.table('invoice').put({
    ...draft,
    lines: { ...draft.lines, data: [...draft.lines.data, line] },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    amount_due: total,
    amount_remaining: total,
  });
  const added: Stripe.InvoiceItem = {
    id: item,
    object: 'invoiceitem',
    amount,
    currency: draft.currency,
    customer: draft.customer ?? '',
    customer_account: null,
    date: draft.created,
    description,
    discountable: true,
    discounts: [],
    invoice: draft.id,
    livemode: false,
    metadata: {},
    net_amount: amount,
    parent: null,
    period: line.period,
    pricing: null,
    proration: false,
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from(1),
    tax_rates: [],
    test_clock: null,
  };
  return added;
}

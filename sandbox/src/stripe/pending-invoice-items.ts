/**
 * Invoice items without an invoice, which wait for the next scheduled one:
 * https://docs.stripe.com/api/invoiceitems/create#create_invoiceitem-invoice
 */
import Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { invalidRequest, missing } from './errors.js';
import type { Reader } from './params.js';
import { type PendingItem, idOf } from './store.js';

function render(item: PendingItem, now: number): Stripe.InvoiceItem {
  return {
    id: item.id,
    object: 'invoiceitem',
    amount: item.amount,
    currency: item.currency,
    customer: item.customer,
    customer_account: null,
    date: now,
    description: item.description,
    discountable: item.discountable,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: item.metadata,
    net_amount: item.amount,
    parent:
      item.subscription === null
        ? null
        : { type: 'subscription_details', subscription_details: { subscription: item.subscription } },
    period: item.period,
    pricing: null,
    proration: false,
    quantity: item.quantity,
    quantity_decimal: Stripe.Decimal.from(item.quantity),
    tax_rates: [],
    test_clock: null,
  };
}

/**
 * Creates an amount for the next renewal of a subscription, or of any of the customer's subscriptions if none is given.
 */
export function addPendingItem(params: Reader, { store }: CallContext): Stripe.InvoiceItem {
  const customer = store.table('customer').get(params.needed('customer'), 'customer');
  const subscriptionId = params.text('subscription') ?? null;
  const subscription =
    subscriptionId === null ? undefined : store.table('subscription').get(subscriptionId, 'subscription');
  if (subscription && idOf(subscription.customer) !== customer.id) {
    throw invalidRequest(`The subscription ${subscription.id} belongs to another customer.`, { param: 'subscription' });
  }
  const amount = params.integer('amount');
  if (typeof amount !== 'number') throw missing('amount');
  const currency = params.text('currency') ?? customer.currency;
  if (!currency) throw missing('currency');
  const now = store.now();
  const item = store.table('pending_item').put({
    id: store.newId('ii'),
    customer: customer.id,
    subscription: subscriptionId,
    subscription_item: null,
    amount,
    currency,
    description: params.text('description') ?? '',
    price: null,
    quantity: 1,
    period: { start: now, end: now },
    metadata: params.metadata(),
    discounts: [],
    tax_rates: [],
    // By default, a negative amount isn't discountable.
    discountable: params.flag('discountable') ?? amount >= 0,
  });
  return render(item, now);
}

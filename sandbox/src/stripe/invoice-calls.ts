/** The endpoints of invoices: https://docs.stripe.com/api/invoices */
import type Stripe from 'stripe';
import { type CallContext, type StripeCall, page } from './calls.js';
import { invalidRequest, notSupported } from './errors.js';
import { defaultIntentOf, invoiceOfIntent, linkPayment, renderPayment } from './invoice-payments.js';
import { attemptPayment, endInvoice, finalize, subscriptionOf } from './invoices.js';
import { addLine, draftInvoice } from './manual-invoices.js';
import type { Reader } from './params.js';
import { declineOf } from './payments.js';
import { addPendingItem } from './pending-invoice-items.js';
import { assertSameValue, previewInvoice } from './previews.js';
import { idOf } from './store.js';
import { afterPayment, settleInvoice, voidInvoice } from './subscription-lifecycle.js';

const statuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

const invoiceAt = (context: CallContext, path: Record<string, string>): Stripe.Invoice =>
  context.store.table('invoice').get(path['id'] ?? '');

function checkDraft(invoice: Stripe.Invoice): void {
  if (invoice.status === 'draft') return;
  throw invalidRequest("This invoice is already finalized, you can't change it.", { code: 'invoice_not_editable' });
}

/** Adds a payment to an invoice. A succeeded payment counts immediately. Others count when they succeed. */
function attachPayment(context: CallContext, invoice: Stripe.Invoice, params: Reader): Stripe.Invoice {
  const { store } = context;
  if (params.has('payment_record')) throw notSupported('`payment_record`');
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw invalidRequest(
      `You can only attach payments to an open invoice. This one is ${invoice.status ?? 'a draft'}.`,
    );
  }
  const intent = store.table('payment_intent').get(params.needed('payment_intent'), 'payment_intent');
  if (idOf(intent.customer) !== idOf(invoice.customer) || intent.currency !== invoice.currency) {
    throw invalidRequest('The customer and the currency of the PaymentIntent must be those of the invoice.', {
      param: 'payment_intent',
    });
  }
  if (invoiceOfIntent(store, intent.id) !== undefined) {
    throw invalidRequest('The PaymentIntent is already attached to an invoice.', { param: 'payment_intent' });
  }
  if (intent.status === 'canceled') {
    throw invalidRequest('The PaymentIntent is canceled.', { param: 'payment_intent' });
  }
  linkPayment(store, invoice.id, intent.id, false);
  if (intent.status === 'succeeded') settleInvoice(context, intent);
  return store.table('invoice').get(invoice.id);
}

export const invoiceCalls: StripeCall[] = [
  {
    method: 'GET',
    path: '/v1/invoices',
    handler: ({ params }, { store }) => {
      const customer = params.text('customer');
      const subscription = params.text('subscription');
      const status = params.oneOf('status', statuses);
      const created = params.range('created');
      const all = store
        .table('invoice')
        .all()
        .sort((one, other) => other.created - one.created);
      const invoices = all
        .filter((invoice) => !customer || idOf(invoice.customer) === customer)
        .filter((invoice) => !subscription || subscriptionOf(invoice) === subscription)
        .filter((invoice) => !status || invoice.status === status)
        .filter((invoice) => !created || created(invoice.created));
      return page(invoices, '/v1/invoices', params, all);
    },
  },
  { method: 'POST', path: '/v1/invoices/create_preview', handler: previewInvoice },
  {
    method: 'POST',
    path: '/v1/invoices',
    handler: ({ params }, context) => {
      if (params.flag('auto_advance') === true) throw notSupported('An invoice by hand that advances by itself');
      return draftInvoice(context, params.needed('customer'), params.text('currency') ?? 'usd');
    },
  },
  {
    method: 'POST',
    path: '/v1/invoiceitems',
    handler: ({ params }, context) => {
      if (!params.has('invoice')) return addPendingItem(params, context);
      const draft = context.store.table('invoice').get(params.needed('invoice'), 'invoice');
      checkDraft(draft);
      assertSameValue(params, 'customer', idOf(draft.customer));
      assertSameValue(params, 'currency', draft.currency);
      return addLine(context, draft, params.integer('amount') ?? 0, params.text('description') ?? null);
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    handler: ({ path }, context) => {
      const draft = invoiceAt(context, path);
      checkDraft(draft);
      return finalize(context, draft);
    },
  },
  {
    method: 'DELETE',
    path: '/v1/invoices/:id',
    handler: ({ path }, context) => {
      const draft = invoiceAt(context, path);
      checkDraft(draft);
      if (subscriptionOf(draft) !== null) {
        throw invalidRequest('You can only delete one-off draft invoices. This one belongs to a subscription.');
      }
      context.store.table('invoice').remove(draft.id);
      context.events.emit('invoice.deleted', draft);
      return { id: draft.id, object: 'invoice', deleted: true };
    },
  },
  { method: 'GET', path: '/v1/invoices/:id', handler: ({ path }, context) => invoiceAt(context, path) },
  {
    method: 'GET',
    path: '/v1/invoices/:id/lines',
    handler: ({ path, params }, context) => {
      const lines = context.store.table('preview').find(path['id'])?.lines ?? invoiceAt(context, path).lines.data;
      return page(lines, `/v1/invoices/${path['id'] ?? ''}/lines`, params);
    },
  },
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    handler: ({ params }, { store }) => {
      const invoice = params.text('invoice');
      const status = params.oneOf('status', ['open', 'paid', 'canceled']);
      const payments = store
        .table('invoice_payment')
        .all()
        .filter((link) => !invoice || link.invoice === invoice)
        .map((link) => renderPayment(store, link))
        .filter((payment) => !status || payment.status === status);
      return page(payments, '/v1/invoice_payments', params);
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    handler: ({ path, params }, context) => {
      const invoice = invoiceAt(context, path);
      if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
      if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
        throw invalidRequest(`You can't pay an invoice that is ${invoice.status ?? 'a draft'}.`);
      }
      // Read but ignored: whether a card requires authentication depends only on the card.
      params.flag('off_session');
      const id = params.text('payment_method');
      const method = id ? context.store.table('payment_method').get(id, 'payment_method') : undefined;
      if (defaultIntentOf(context.store, invoice.id)?.status === 'processing') {
        throw invalidRequest(
          'The payment of this invoice has a status of processing, so it can’t be confirmed again.',
          {
            code: 'payment_intent_unexpected_state',
          },
        );
      }
      const { invoice: after, intent } = attemptPayment(context, invoice, { method });
      if (after.status !== 'paid' && intent && intent.status !== 'processing') throw declineOf(intent, 'invoice', true);
      if (after.status === 'paid') afterPayment(context, after);
      return after;
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/attach_payment',
    handler: ({ path, params }, context) => attachPayment(context, invoiceAt(context, path), params),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    handler: ({ path }, context) => {
      const invoice = invoiceAt(context, path);
      if (invoice.status === 'open' && invoice.amount_paid > 0) {
        throw invalidRequest('You cannot void an invoice that has been partially paid.');
      }
      return voidInvoice(context, invoice);
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/mark_uncollectible',
    handler: ({ path }, context) => endInvoice(context, invoiceAt(context, path), 'uncollectible'),
  },
];

/** Credit of customers and credit notes: https://docs.stripe.com/api/customer_balance_transactions, /credit_notes */
import type Stripe from 'stripe';
import { type CallContext, type StripeCall, page } from './calls.js';
import { refund } from './charges.js';
import { invalidRequest } from './errors.js';
import { paymentsOf } from './invoice-payments.js';
import { markPaid } from './invoices.js';
import { idOf } from './store.js';

interface BalanceChange {
  amount: number;
  currency: string;
  type?: 'adjustment' | 'credit_note';
  description?: string | null;
  creditNote?: string;
}

/** Adds to a customer's balance. A negative amount is credit. */
function addToBalance(
  { store, events }: CallContext,
  customer: Stripe.Customer,
  { amount, currency, type = 'adjustment', description = null, creditNote }: BalanceChange,
): Stripe.CustomerBalanceTransaction {
  if ((customer.currency ?? currency) !== currency) {
    throw invalidRequest(`The currency of the customer's balance is ${customer.currency ?? ''}.`, {
      param: 'currency',
    });
  }
  const after = store.table('customer').put({ ...customer, currency, balance: customer.balance + amount });
  events.emit('customer.updated', after, { balance: customer.balance });
  return store.table('customer_balance_transaction').put({
    id: store.newId('cbtxn'),
    object: 'customer_balance_transaction',
    amount,
    checkout_session: null,
    created: store.now(),
    credit_note: creditNote ?? null,
    currency,
    customer: customer.id,
    customer_account: null,
    description,
    ending_balance: after.balance,
    invoice: null,
    livemode: false,
    metadata: {},
    type,
  });
}

interface Crediting {
  /** The amount that is refunded to the payment. */
  refund: number;
  /** The amount that is added to the customer's credit. */
  credit: number;
  memo: string | null;
  reason: Stripe.CreditNote['reason'];
}

/**
 * Credits an invoice. An open one is reduced before its payment. A paid one is credited by a refund, by account credit
 * or outside of Stripe.
 */
function creditInvoice(
  context: CallContext,
  invoice: Stripe.Invoice,
  amount: number,
  { refund: refunded, credit, memo, reason }: Crediting,
): Stripe.CreditNote {
  const { store, events } = context;
  const isOpen = invoice.status === 'open';
  if (!isOpen && invoice.status !== 'paid') {
    throw invalidRequest('You can only create a credit note for an open or a paid invoice.', { param: 'invoice' });
  }
  const left = isOpen ? invoice.amount_remaining : invoice.total - invoice.post_payment_credit_notes_amount;
  if (amount < 1 || amount > left) {
    throw invalidRequest(`The sum of credit notes can't exceed what is left of the invoice (${left}).`, {
      param: 'amount',
    });
  }
  if (!isOpen && refunded + credit > amount) {
    throw invalidRequest('The refund and the credit exceed the amount of the credit note.', { param: 'refund_amount' });
  }
  const id = store.newId('cn');
  const customer = store.table('customer').get(idOf(invoice.customer) ?? '');
  const balance =
    !isOpen && credit > 0
      ? addToBalance(context, customer, {
          amount: -credit,
          currency: invoice.currency,
          type: 'credit_note',
          creditNote: id,
        })
      : null;
  const intent = paymentsOf(store, invoice.id)
    .map((link) => store.table('payment_intent').find(link.payment_intent))
    .find((one) => one?.status === 'succeeded');
  const charge = store.table('charge').find(idOf(intent?.latest_charge));
  const createdRefund = refunded > 0 && charge ? refund(context, charge, refunded) : null;
  const count = store
    .table('credit_note')
    .all()
    .filter((one) => idOf(one.invoice) === invoice.id).length;
  const note = store.table('credit_note').put({
    id,
    object: 'credit_note',
    amount,
    amount_shipping: 0,
    created: store.now(),
    currency: invoice.currency,
    customer: idOf(invoice.customer) ?? '',
    customer_account: null,
    customer_balance_transaction: balance?.id ?? null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: store.now(),
    invoice: invoice.id,
    lines: { object: 'list', data: [], has_more: false, url: `/v1/credit_notes/${id}/lines` },
    livemode: false,
    memo,
    metadata: {},
    number: `${invoice.number ?? ''}-CN-${String(count + 1).padStart(2, '0')}`,
    out_of_band_amount: isOpen ? null : amount - refunded - credit,
    pdf: `${invoice.invoice_pdf ?? ''}?credit_note=${id}`,
    post_payment_amount: isOpen ? 0 : amount,
    pre_payment_amount: isOpen ? amount : 0,
    pretax_credit_amounts: [],
    reason,
    refunds: createdRefund
      ? [{ amount_refunded: refunded, refund: createdRefund.id, payment_record_refund: null, type: 'refund' }]
      : [],
    shipping_cost: null,
    status: 'issued',
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
    total_taxes: [],
    type: isOpen ? 'pre_payment' : 'post_payment',
    voided_at: null,
  });
  const after = store.table('invoice').put({
    ...invoice,
    ...(isOpen
      ? {
          amount_due: invoice.amount_due - amount,
          amount_remaining: invoice.amount_remaining - amount,
          pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + amount,
        }
      : { post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + amount }),
  });
  events.emit('credit_note.created', note);
  events.emit('invoice.updated', after);
  if (isOpen && after.amount_remaining === 0) markPaid(context, after);
  return note;
}

export const accountCreditCalls: StripeCall[] = [
  {
    method: 'POST',
    path: '/v1/customers/:id/balance_transactions',
    handler: ({ path, params }, context) =>
      addToBalance(context, context.store.table('customer').get(path['id'] ?? ''), {
        amount: Number(params.needed('amount') && params.integer('amount')),
        currency: params.needed('currency').toLowerCase(),
        description: params.text('description') ?? null,
      }),
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/balance_transactions',
    handler: ({ path, params }, { store }) => {
      const { id } = store.table('customer').get(path['id'] ?? '');
      const transactions = store
        .table('customer_balance_transaction')
        .all()
        .filter((one) => idOf(one.customer) === id);
      return page(transactions, `/v1/customers/${id}/balance_transactions`, params);
    },
  },
  {
    method: 'POST',
    path: '/v1/credit_notes',
    handler: ({ params }, context) => {
      const invoice = context.store.table('invoice').get(params.needed('invoice'), 'invoice');
      const amounts = { refund: params.integer('refund_amount') ?? 0, credit: params.integer('credit_amount') ?? 0 };
      const outside = params.integer('out_of_band_amount') ?? 0;
      const amount = params.integer('amount') ?? amounts.refund + amounts.credit + outside;
      return creditInvoice(context, invoice, amount, {
        ...amounts,
        memo: params.text('memo') ?? null,
        reason: params.oneOf('reason', ['duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory']) ?? null,
      });
    },
  },
  {
    method: 'GET',
    path: '/v1/credit_notes',
    handler: ({ params }, { store }) => {
      const [customer, invoice] = [params.text('customer'), params.text('invoice')];
      const created = params.range('created');
      const notes = store
        .table('credit_note')
        .all()
        .filter((one) => !customer || idOf(one.customer) === customer)
        .filter((one) => !invoice || idOf(one.invoice) === invoice)
        .filter((one) => !created || created(one.created));
      return page(notes, '/v1/credit_notes', params, store.table('credit_note').all());
    },
  },
  {
    method: 'GET',
    path: '/v1/credit_notes/:id',
    handler: ({ path }, { store }) => store.table('credit_note').get(path['id'] ?? ''),
  },
];

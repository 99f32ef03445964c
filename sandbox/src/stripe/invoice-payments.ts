/** The links between payment intents and invoices: https://docs.stripe.com/api/invoice-payment. */
import type Stripe from 'stripe';
import type { InvoicePaymentLink, Store } from './store.js';

/** Newest first. */
export function paymentsOf(store: Store, invoice: string): InvoicePaymentLink[] {
  return store
    .table('invoice_payment')
    .all()
    .filter((link) => link.invoice === invoice);
}

export function linkPayment(store: Store, invoice: string, intent: string, isDefault: boolean): InvoicePaymentLink {
  return store.table('invoice_payment').put({
    id: store.newId('inpay'),
    invoice,
    payment_intent: intent,
    is_default: isDefault,
    created: store.now(),
  });
}

/** The intent that charges the invoice, in any status. */
export function defaultIntentOf(store: Store, invoice: string): Stripe.PaymentIntent | undefined {
  const link = paymentsOf(store, invoice).find((one) => one.is_default);
  return store.table('payment_intent').find(link?.payment_intent);
}

/** The invoice that an intent pays. */
export function invoiceOfIntent(store: Store, intent: string): string | undefined {
  return store
    .table('invoice_payment')
    .all()
    .find((link) => link.payment_intent === intent)?.invoice;
}

/** A payment in Stripe's form. */
export function renderPayment(store: Store, link: InvoicePaymentLink): Stripe.InvoicePayment {
  const intent = store.table('payment_intent').get(link.payment_intent);
  const invoice = store.table('invoice').get(link.invoice);
  const isPaid = intent.status === 'succeeded';
  const isCanceled = intent.status === 'canceled';
  return {
    id: link.id,
    object: 'invoice_payment',
    amount_paid: isPaid ? intent.amount_received : null,
    amount_requested: intent.amount,
    created: link.created,
    currency: intent.currency,
    invoice: link.invoice,
    is_default: link.is_default,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: isPaid ? 'paid' : isCanceled ? 'canceled' : 'open',
    status_transitions: {
      canceled_at: intent.canceled_at,
      paid_at: isPaid ? (invoice.status_transitions.paid_at ?? link.created) : null,
    },
  };
}

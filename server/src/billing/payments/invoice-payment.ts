/** The payment of an open invoice: https://docs.stripe.com/payments/paymentintents/lifecycle */
import type Stripe from 'stripe';

/** Expanded for `paymentOf`. */
export const WITH_PAYMENT = 'confirmation_secret';

/** The payment of an open invoice. Undefined without an attempt. @param invoice with `WITH_PAYMENT` expanded */
export async function paymentOf(stripe: Stripe, invoice: Stripe.Invoice): Promise<Stripe.PaymentIntent | undefined> {
  const [intentId = ''] = invoice.confirmation_secret?.client_secret.split('_secret_') ?? [];
  return intentId === '' ? undefined : stripe.paymentIntents.retrieve(intentId);
}

/** True while the bank collects it, which takes days for a debit. Nobody has to act, and it can't be paid otherwise. */
export const isBeingCollected = (payment: Stripe.PaymentIntent | undefined): boolean =>
  payment?.status === 'processing';

export const ALREADY_COLLECTING = 'The bank is already collecting this payment.';

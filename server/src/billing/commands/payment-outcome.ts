/** The outcome of the payment that a change needs. Nothing is granted before it is paid (server rule 20). */
import type Stripe from 'stripe';
import { AppError } from '../../http/app-error.js';
import { idOf } from '../mirror/snapshots.js';

/** Expanded so that the person can confirm an open payment. */
export const EXPAND_SECRET = ['latest_invoice.confirmation_secret'];

export interface OpenPayment {
  invoiceId: string;
  clientSecret: string;
}

/**
 * The open invoice of a change, and the secret that lets the browser complete its payment. Undefined when it is paid.
 */
function openPaymentOf({ latest_invoice: invoice }: Stripe.Subscription): OpenPayment | undefined {
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return undefined;
  const clientSecret = invoice.confirmation_secret?.client_secret;
  return clientSecret === undefined ? undefined : { invoiceId: invoice.id, clientSecret };
}

const DECLINED = 'Your card was declined.';

/** The bank's own message about a failed payment. */
export function declineMessage(intent: Stripe.PaymentIntent | undefined): string {
  return intent?.last_payment_error?.message ?? DECLINED;
}

export const declinedError = (message: string, nothingHappened: string): AppError =>
  new AppError(402, 'card_declined', `${message} ${nothingHappened}`);

/**
 * The payment of a subscription that the person must confirm.
 *
 * @returns undefined when everything is paid
 * @throws AppError `card_declined` when the bank declines; the open invoice is voided first, so nothing stays open
 */
export async function pendingPayment(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  failedMessage: string,
): Promise<OpenPayment | undefined> {
  const waits = subscription.pending_update !== null || subscription.status === 'incomplete';
  if (!waits) return undefined;
  const payment = openPaymentOf(subscription);
  const [intentId = ''] = payment?.clientSecret.split('_secret_') ?? [];
  const intent = intentId === '' ? undefined : await stripe.paymentIntents.retrieve(intentId);
  if (payment && (intent?.status === 'requires_action' || intent?.status === 'requires_confirmation')) return payment;
  if (payment && intent?.status === 'processing') return payment;
  await voidOpenInvoice(stripe, idOf(subscription.latest_invoice));
  throw declinedError(declineMessage(intent), failedMessage);
}

/**
 * Voids the open invoice of a pending change, which discards the change:
 * https://docs.stripe.com/billing/subscriptions/pending-updates
 */
export async function voidOpenInvoice(stripe: Stripe, id: string | null): Promise<void> {
  if (id === null) return;
  const invoice = await stripe.invoices.retrieve(id);
  if (invoice.status === 'open') await stripe.invoices.voidInvoice(id);
}

const MAX_INVOICES = 1_000;

/** @throws errors of the SDK */
export const listOpenInvoicesOf = (stripe: Stripe, subscriptionId: string): Promise<Stripe.Invoice[]> =>
  stripe.invoices
    .list({ subscription: subscriptionId, status: 'open', limit: 100 })
    .autoPagingToArray({ limit: MAX_INVOICES });

/** Voids what is still owed for a subscription. It can be made again. @throws errors of the SDK */
export async function voidOpenInvoicesOf(stripe: Stripe, subscriptionId: string): Promise<void> {
  for (const { id } of await listOpenInvoicesOf(stripe, subscriptionId)) await stripe.invoices.voidInvoice(id);
}

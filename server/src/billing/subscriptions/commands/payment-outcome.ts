/** The outcome of the payment that a change needs. Nothing is granted until it is paid (server rule 20). */
import type Stripe from 'stripe';
import { AppError } from '../../../platform/errors/app-error.js';
import { isBeingCollected, paymentOf, WITH_PAYMENT } from '../../payments/invoice-payment.js';
import { idOf } from '../mirror/snapshots.js';

/** Expanded so that the person can confirm an open payment. */
export const EXPAND_SECRET = [`latest_invoice.${WITH_PAYMENT}`];

export interface OpenPayment {
  invoiceId: string;
  clientSecret: string;
  /** True while the bank collects it, so that there is nothing to confirm. */
  isCollecting?: boolean;
}

/** The open invoice of a change. Undefined when it is paid. */
function openInvoiceOf({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | undefined {
  return invoice && typeof invoice !== 'string' && invoice.status === 'open' ? invoice : undefined;
}

/** True while the bank collects the first payment of a subscription. @param subscription with `EXPAND_SECRET` */
export async function isCollectingFirstPayment(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const invoice = subscription.status === 'incomplete' ? openInvoiceOf(subscription) : undefined;
  return invoice !== undefined && isBeingCollected(await paymentOf(stripe, invoice));
}

const DECLINED = 'Your card was declined.';

/** The bank's own message about a failed payment. */
export function declineMessage(intent: Stripe.PaymentIntent | undefined): string {
  return intent?.last_payment_error?.message ?? DECLINED;
}

export const declinedError = (message: string, consequence: string): AppError =>
  new AppError(402, 'card_declined', `${message} ${consequence}`);

/**
 * The open payment of a subscription: the person must confirm it, or the bank is collecting it.
 *
 * @returns undefined when everything is paid
 * @throws AppError `card_declined` when the bank declines; the open invoice is voided first, so nothing stays open
 */
export async function pendingPayment(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  failedMessage: string,
): Promise<OpenPayment | undefined> {
  const isPending = subscription.pending_update !== null || subscription.status === 'incomplete';
  if (!isPending) return undefined;
  const invoice = openInvoiceOf(subscription);
  const intent = invoice && (await paymentOf(stripe, invoice));
  const clientSecret = invoice?.confirmation_secret?.client_secret;
  if (invoice && clientSecret !== undefined) {
    const payment = { invoiceId: invoice.id, clientSecret };
    if (isBeingCollected(intent)) return { ...payment, isCollecting: true };
    if (intent?.status === 'requires_action' || intent?.status === 'requires_confirmation') return payment;
  }
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

/** @throws SDK errors */
export const listOpenInvoicesOf = (stripe: Stripe, subscriptionId: string): Promise<Stripe.Invoice[]> =>
  stripe.invoices
    .list({ subscription: subscriptionId, status: 'open', limit: 100 })
    .autoPagingToArray({ limit: MAX_INVOICES });

/** Voids the open invoices of a subscription. Safe to repeat. @throws SDK errors */
export async function voidOpenInvoicesOf(stripe: Stripe, subscriptionId: string): Promise<void> {
  for (const { id } of await listOpenInvoicesOf(stripe, subscriptionId)) await stripe.invoices.voidInvoice(id);
}

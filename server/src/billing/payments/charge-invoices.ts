/** Charges a customer's invoices, one after another. A declined one doesn't stop the others. */
import type Stripe from 'stripe';
import type {
  AnswerOf,
  OpenInvoice,
  OpenInvoices,
  PaymentAttempt,
  payOpenInvoices as payOpenInvoicesCall,
} from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import { isRequestRecorded } from './audit-entries-repository.js';
import { type BillingMirror, refreshSubscription } from '../subscriptions/mirror/refresh.js';
import { isOfPendingChange, providerTime, stateOf } from '../subscriptions/views/customer-billing.js';
import { idOf } from '../subscriptions/mirror/snapshots.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import { type Attempt, permissionIn } from '../requests/idempotent-request.js';
import { mapConcurrently } from '../stripe/concurrency.js';
import type { Payments } from '../stripe/stripe-client.js';
import { isAuthenticationRequired, readFromStripe, toAppError } from '../stripe/stripe-errors.js';
import { ALREADY_COLLECTING, isBeingCollected, paymentOf, WITH_PAYMENT } from './invoice-payment.js';
import { type CustomerSubscription, listLiveSubscriptions } from './customer-subscriptions.js';
import { type ReachableCustomer, customerLease } from './provider-customer.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const MAX_OPEN_INVOICES = 1_000;
const CONCURRENCY = 6;

/**
 * Overdue invoices, oldest first: the debt in the upcoming charges. Excludes invoices of changes that the person must
 * confirm, because nothing is granted until they are paid, invoices that the bank is collecting, and invoices not due
 * yet.
 *
 * @throws SDK errors
 */
export async function listOpenInvoices(stripe: Stripe, customerId: string, now: Date): Promise<Stripe.Invoice[]> {
  const open = await stripe.invoices
    .list({
      customer: customerId,
      status: 'open',
      limit: 100,
      expand: ['data.parent.subscription_details.subscription', `data.${WITH_PAYMENT}`],
    })
    .autoPagingToArray({ limit: MAX_OPEN_INVOICES });
  const subscriptionIn = ({ parent }: Stripe.Invoice): Stripe.Subscription | undefined => {
    const subscription = parent?.subscription_details?.subscription;
    return typeof subscription === 'object' ? subscription : undefined;
  };
  const owed = open.filter((invoice) => !isOfPendingChange(invoice, subscriptionIn(invoice)));
  const payments = await mapConcurrently(owed, CONCURRENCY, (invoice) => paymentOf(stripe, invoice));
  const asOf = providerTime(epochSeconds(now), open, subscriptionIn);
  return owed
    .filter((invoice, index) => stateOf(invoice, payments[index], subscriptionIn(invoice), asOf) === 'overdue')
    .reverse();
}

/** The subscription that an invoice belongs to. */
export const subscriptionOf = ({ parent }: Stripe.Invoice): string | null =>
  idOf(parent?.subscription_details?.subscription);

function renewedBy(id: string | null, subscriptions: readonly CustomerSubscription[]): OpenInvoice['subscription'] {
  const subscription = subscriptions.find((one) => one.id === id);
  if (!subscription) return null;
  const { name, card } = subscription;
  return { id: subscription.id, name, card: card && { id: card.id, brand: card.brand, last4: card.last4 } };
}

/** The amounts that paying a customer's open invoices would charge now. */
export async function readOpenInvoices(
  db: Db,
  { stripe }: Payments,
  customerId: string,
  now: Date,
): Promise<OpenInvoices> {
  const [open, subscriptions, pay] = await Promise.all([
    readFromStripe(() => listOpenInvoices(stripe, customerId, now)),
    listLiveSubscriptions(db, customerId),
    permissionIn(db, customerLease(customerId)),
  ]);
  const totals = new Map<string, number>();
  for (const { currency, amount_remaining: amount } of open) {
    totals.set(currency, (totals.get(currency) ?? 0) + amount);
  }
  const invoices = open.map((invoice) => ({
    invoice_id: invoice.id,
    number: invoice.number,
    amount_due: invoice.amount_remaining,
    currency: invoice.currency,
    subscription: renewedBy(subscriptionOf(invoice), subscriptions),
  }));
  return { invoices, totals: [...totals].map(([currency, amount]) => ({ currency, amount_due: amount })), pay };
}

/** The client secret of the payment that the person must confirm. @throws SDK errors */
async function clientSecretOf(
  stripe: Stripe,
  invoiceId: string,
  error: Stripe.errors.StripeError,
): Promise<string | undefined> {
  const secret = error.payment_intent?.client_secret;
  if (secret) return secret;
  const { confirmation_secret: confirmation } = await stripe.invoices.retrieve(invoiceId, {
    expand: ['confirmation_secret'],
  });
  return confirmation?.client_secret;
}

const PROCESSING = 'The payment is still being processed.';

/** @throws AppError when it is unknown whether the invoice was charged; a retry with the same key finds out */
async function chargeInvoice(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  cardId: string,
  attempt: Attempt,
): Promise<PaymentAttempt> {
  const { id, number, currency } = invoice;
  const result = { invoice_id: id, number, currency, amount: invoice.amount_remaining };
  if (invoice.status === 'paid') return { ...result, amount: invoice.amount_paid, paid: true, problem: null };
  if (invoice.status !== 'open') return { ...result, paid: false, problem: 'This invoice is no longer open.' };
  if (isBeingCollected(await paymentOf(stripe, invoice))) {
    if (attempt.isResent) return { ...result, paid: false, problem: PROCESSING, being_confirmed: true };
    return { ...result, paid: false, problem: ALREADY_COLLECTING };
  }
  try {
    const { status } = await stripe.invoices.pay(
      id,
      { payment_method: cardId, off_session: false },
      { idempotencyKey: `${attempt.id}:${id}` },
    );
    const paid = status === 'paid';
    if (paid) return { ...result, paid, problem: null };
    return { ...result, paid, problem: PROCESSING, being_confirmed: true };
  } catch (error) {
    if (isAuthenticationRequired(error)) {
      const secret = await clientSecretOf(stripe, id, error);
      const problem = 'Your bank wants you to confirm this payment.';
      return { ...result, paid: false, problem, ...(secret !== undefined && { client_secret: secret }) };
    }
    const appError = toAppError(error);
    if (!(appError instanceof AppError) || appError.statusCode === 502 || appError.code === 'already_running') {
      throw appError;
    }
    if (appError.code === 'provider_busy' || appError.code === 'provider_setup') {
      return { ...result, paid: false, problem: appError.message };
    }
    // The provider may have charged it automatically.
    const { status } = await stripe.invoices.retrieve(id);
    return status === 'paid'
      ? { ...result, paid: true, problem: null }
      : { ...result, paid: false, problem: appError.message };
  }
}

/** @param charged the card and the request */
export async function recordPayment(
  db: Db,
  { id: customerId, practices: practiceIds }: ReachableCustomer,
  { invoice_id: invoiceId, number, amount, currency, paid, problem }: PaymentAttempt,
  { card: cardId, attempt }: { card: string; attempt: Pick<Attempt, 'id'> },
  { actor, now }: AuditContext,
): Promise<void> {
  if (await isRequestRecorded(db, 'invoice.pay', invoiceId, attempt.id)) return;
  const after = {
    customer: customerId,
    payment_method: cardId,
    number,
    amount,
    currency,
    paid,
    problem,
    request: attempt.id,
  };
  await inTransaction(db, async (transaction) => {
    for (const practiceId of practiceIds) {
      await recordAudit(transaction, {
        practiceId,
        actor,
        at: now,
        action: 'invoice.pay',
        entity: 'invoice',
        entityId: invoiceId,
        after,
      });
    }
  });
}

/** Refreshes the subscription of an invoice that is paid or being collected. If this fails, the webhook refreshes it. */
export async function refreshSubscriptionOf(
  db: Db,
  stripe: Stripe,
  invoice: Stripe.Invoice,
  audit: AuditContext,
): Promise<void> {
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  if (subscriptionId === null) return;
  try {
    await refreshSubscription({ db, stripe }, subscriptionId, audit);
  } catch (error) {
    if (!(toAppError(error, 'read') instanceof AppError)) throw error;
  }
}

/**
 * Charges each invoice and records its result as soon as it is known.
 *
 * @throws AppError when the provider doesn't respond; the next attempt continues
 */
export async function chargeInvoices(
  { db, stripe }: BillingMirror,
  customer: ReachableCustomer,
  { invoices, card, attempt }: { invoices: readonly Stripe.Invoice[]; card: string; attempt: Attempt },
  audit: AuditContext,
): Promise<PaymentAttempt[]> {
  const results: PaymentAttempt[] = [];
  for (const invoice of invoices) {
    await attempt.markSent();
    const result = await chargeInvoice(stripe, invoice, card, attempt);
    await recordPayment(db, customer, result, { card, attempt }, audit);
    if (result.paid || result.being_confirmed === true) await refreshSubscriptionOf(db, stripe, invoice, audit);
    results.push(result);
  }
  return results;
}

/** @throws AppError `not_found` for an invoice of another customer; SDK errors */
export async function readOwnInvoices(
  stripe: Stripe,
  customerId: string,
  ids: readonly string[],
): Promise<Stripe.Invoice[]> {
  const invoices = await mapConcurrently([...new Set(ids)], CONCURRENCY, (id) =>
    stripe.invoices.retrieve(id, { expand: [WITH_PAYMENT] }),
  );
  if (invoices.some((invoice) => idOf(invoice.customer) !== customerId)) {
    throw notFound('This invoice doesn’t belong to this customer. Reload the page.');
  }
  return invoices.sort((one, other) => one.created - other.created);
}

export type PayResponse = AnswerOf<typeof payOpenInvoicesCall>;

export function payResponseOf(results: PaymentAttempt[]): PayResponse {
  const paid = results.filter((result) => result.paid).length;
  if (results.some(({ client_secret: secret }) => secret !== undefined)) {
    return { status: 'requires_action', message: 'Your bank wants you to confirm this payment.', results };
  }
  if (paid === results.length) {
    return { status: 'success', message: paid === 1 ? 'Invoice paid' : `${paid} invoices paid`, results };
  }
  if (paid > 0) return { status: 'partial', message: `${paid} of ${results.length} invoices paid`, results };
  const [first] = results;
  return { status: 'failed', message: first?.problem ?? 'Nothing was paid.', results };
}

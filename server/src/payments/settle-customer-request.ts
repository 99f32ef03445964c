/** Finds out the outcome of a request about a customer's cards or invoices, by asking the provider. */
import type Stripe from 'stripe';
import type { PaymentAttempt } from 'shared-api/contracts';
import { systemActor } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { type StoredRequest, storeOutcome } from '../idempotency/requests-repository.js';
import { type AddedCard, cardView, readAddedCard } from './added-card.js';
import { recoverCardChanges } from './card-changes.js';
import { listOpenInvoices, payAnswerOf, readOwnInvoices, recordPayment } from './charge-invoices.js';
import { listPracticesOfCustomer } from './customers-repository.js';
import { payRenewalsWith } from './pay-renewals.js';
import { defaultCardOf, readCustomer } from './provider-customer.js';

interface RequestedPayment {
  customer: string;
  invoiceIds: string[];
  cardId: string | null;
  usesForRenewals?: boolean;
}

const paidAttempt = ({ id, number, currency, amount_paid: amount }: Stripe.Invoice): PaymentAttempt => ({
  invoice_id: id,
  number,
  currency,
  amount,
  paid: true,
  problem: null,
});

/** An invoice is paid at most once, whichever request pays it. So its status is the outcome. */
async function settlePayment(db: Db, stripe: Stripe, request: StoredRequest, now: Date): Promise<void> {
  const { customer: id, invoiceIds, cardId, usesForRenewals } = request.content as RequestedPayment;
  const invoices = await readOwnInvoices(stripe, id, invoiceIds);
  const paid = invoices.filter(({ status }) => status === 'paid');
  const results = paid.map(paidAttempt);
  const customer = { id, practices: await listPracticesOfCustomer(db, id) };
  const card = cardId ?? defaultCardOf(await readCustomer(stripe, id)) ?? '';
  const audit = { actor: request.actor ?? systemActor('Settlement'), now };
  for (const result of results) await recordPayment(db, customer, result, card, request, audit);
  const areAllPaid = paid.length === invoices.length;
  if (!areAllPaid && !request.isAbsenceFinal) return;
  const renewed = usesForRenewals === true && { invoices: paid, card };
  const renewals = renewed && { not_moved: await payRenewalsWith(db, stripe, customer, renewed, audit) };
  if (areAllPaid) await storeOutcome(db, request.id, 'succeeded', { ...payAnswerOf(results), ...renewals });
  else await storeOutcome(db, request.id, 'failed', undefined);
}

async function settleAddedCard(db: Db, stripe: Stripe, request: StoredRequest, now: Date): Promise<void> {
  const { customer: id, ...added } = request.content as AddedCard & { customer: string };
  await recoverCardChanges(db, stripe, id);
  const [method, owner] = await Promise.all([readAddedCard(stripe, id, added.setupIntentId), readCustomer(stripe, id)]);
  const defaultCard = defaultCardOf(owner);
  // A first card becomes the default, too.
  const hasDefault = added.makeDefault ? defaultCard === method.id : defaultCard !== null;
  const open = added.retryOpenInvoices ? await listOpenInvoices(stripe, id) : [];
  const [card] = cardView(method, defaultCard, now);
  if (card && open.length === 0 && hasDefault) {
    await storeOutcome(db, request.id, 'succeeded', { card, retried: [] });
  } else if (request.isAbsenceFinal) {
    await storeOutcome(db, request.id, 'failed', undefined);
  }
}

/**
 * Settles a request by what the provider has. Call it with the customer's lease.
 *
 * @throws AppError; errors of the SDK
 */
export async function settleCustomerRequest(db: Db, stripe: Stripe, request: StoredRequest, now: Date): Promise<void> {
  if (request.action === 'invoice.pay') await settlePayment(db, stripe, request, now);
  if (request.action === 'card.add') await settleAddedCard(db, stripe, request, now);
}

/** Determines the outcome of a request about a customer's cards or invoices, by reading the provider. */
import type Stripe from 'stripe';
import type { PaymentAttempt } from 'shared-api/contracts';
import { type AuditContext, systemActor } from '../../platform/audit/actor.js';
import { refreshPayersQuietly } from '../subscriptions/mirror/refresh-payers.js';
import type { Db } from '../../platform/database/tables.js';
import { readOutcome, sentAttempt, beingConfirmed } from '../requests/idempotent-request.js';
import { type StoredRequest, listUnsettledIn, storeOutcome } from '../requests/requests-repository.js';
import { type AddedCard, cardView, readAddedCard, recordAddedCard } from './added-card.js';
import { cardEntry, isAppliedAtProvider, recordCardChange } from './card-changes.js';
import { chargeToCard, isChargedToCard, moveSubscriptions } from './charge-to-card.js';
import {
  listOpenInvoices,
  payResponseOf,
  readOwnInvoices,
  recordPayment,
  refreshSubscriptionOf,
} from './charge-invoices.js';
import { listPracticesOfCustomer } from './customers-repository.js';
import { payRenewalsWith } from './pay-renewals.js';
import { assertOwnCard, customerLease, defaultCardOf, readCustomer } from './provider-customer.js';
import { type RequestedRemoval, recordRemoval } from './removed-card.js';

interface RequestedPayment {
  customer: string;
  invoiceIds: string[];
  cardId: string | null;
  usesForRenewals?: boolean;
}

const auditOf = ({ actor }: StoredRequest, now: Date): AuditContext => ({
  actor: actor ?? systemActor('Settlement'),
  now,
});

const paidAttempt = ({ id, number, currency, amount_paid: amount }: Stripe.Invoice): PaymentAttempt => ({
  invoice_id: id,
  number,
  currency,
  amount,
  paid: true,
  problem: null,
});

/** An invoice is paid at most once, whichever request pays it, so its status is the outcome. */
async function settlePayment(db: Db, stripe: Stripe, request: StoredRequest, now: Date): Promise<void> {
  const { customer: id, invoiceIds, cardId, usesForRenewals } = request.content as RequestedPayment;
  const invoices = await readOwnInvoices(stripe, id, invoiceIds);
  const paid = invoices.filter(({ status }) => status === 'paid');
  const results = paid.map(paidAttempt);
  const customer = { id, practices: await listPracticesOfCustomer(db, id) };
  const card = cardId ?? defaultCardOf(await readCustomer(stripe, id)) ?? '';
  const audit = auditOf(request, now);
  for (const result of results) await recordPayment(db, customer, result, { card, attempt: request }, audit);
  for (const invoice of paid) await refreshSubscriptionOf(db, stripe, invoice, audit);
  const areAllPaid = paid.length === invoices.length;
  if (!areAllPaid && !request.isAbsenceFinal) return;
  const renewed = usesForRenewals === true && { invoices: paid, card, attempt: sentAttempt(db, request.id) };
  const renewals = renewed && {
    not_moved: await payRenewalsWith({ db, stripe }, customer, renewed, audit),
  };
  if (areAllPaid) await storeOutcome(db, request.id, 'succeeded', { ...payResponseOf(results), ...renewals });
  else await storeOutcome(db, request.id, 'failed', undefined);
}

async function settleAddedCard(db: Db, stripe: Stripe, request: StoredRequest, now: Date): Promise<void> {
  const { customer: id, ...added } = request.content as AddedCard & { customer: string };
  const [method, owner] = await Promise.all([readAddedCard(stripe, id, added.setupIntentId), readCustomer(stripe, id)]);
  const defaultCard = defaultCardOf(owner);
  // A first card also becomes the default.
  const hasDefault = added.makeDefault ? defaultCard === method.id : defaultCard !== null;
  const open = added.retryOpenInvoices ? await listOpenInvoices(stripe, id, now) : [];
  const [card] = cardView(method, defaultCard, now);
  const customer = { id, practices: await listPracticesOfCustomer(db, id) };
  if (request.isSent) {
    await recordAddedCard(
      db,
      { ...customer, name: owner.name },
      { method, isDefault: defaultCard === method.id, requestId: request.id },
      auditOf(request, now),
    );
    if (defaultCard === method.id) await refreshPayersQuietly({ db, stripe }, id);
  }
  if (card && open.length === 0 && hasDefault) {
    await storeOutcome(db, request.id, 'succeeded', { card, retried: [] });
  } else if (request.isAbsenceFinal) {
    await storeOutcome(db, request.id, 'failed', undefined);
  }
}

interface RequestedDefault {
  customer: string;
  card: string;
  move: string[];
  /** Stored before anything is sent. */
  wasDefault?: boolean;
}

async function settleDefault(db: Db, stripe: Stripe, request: StoredRequest, now: Date): Promise<void> {
  const { customer: id, card, move, wasDefault = false } = request.content as RequestedDefault;
  const customer = { id, practices: await listPracticesOfCustomer(db, id) };
  const audit = auditOf(request, now);
  if (await isAppliedAtProvider(stripe, 'card.default', id, card)) {
    const method = await assertOwnCard(stripe, id, card);
    const change = { action: 'card.default', card: cardEntry(method) } as const;
    if (request.isSent && !wasDefault) await recordCardChange(db, customer, change, request.id, audit);
    await refreshPayersQuietly({ db, stripe }, id);
    const renewals = { method, isDefault: true, attempt: sentAttempt(db, request.id) };
    const notMoved = await moveSubscriptions({ db, stripe }, customer, move, renewals, audit);
    await storeOutcome(db, request.id, 'succeeded', notMoved);
  } else if (request.isAbsenceFinal) {
    await storeOutcome(db, request.id, 'failed', undefined);
  }
}

async function settleRemoval(db: Db, stripe: Stripe, request: StoredRequest, now: Date): Promise<void> {
  const { customer: id, ...removal } = request.content as RequestedRemoval & { customer: string };
  const customer = { id, practices: await listPracticesOfCustomer(db, id) };
  const answer = await recordRemoval({ db, stripe }, customer, removal, request.id, auditOf(request, now));
  if (answer) await storeOutcome(db, request.id, 'succeeded', answer);
  else if (request.isAbsenceFinal) await storeOutcome(db, request.id, 'failed', undefined);
}

interface RequestedSubscriptionCard {
  customer: string;
  subscription: string;
  card: string;
  /** Stored before anything is sent. */
  isDefault?: boolean;
}

async function settleSubscriptionCard(db: Db, stripe: Stripe, request: StoredRequest, now: Date): Promise<void> {
  const { customer: id, subscription, card, isDefault = false } = request.content as RequestedSubscriptionCard;
  if (request.isSent && (await isChargedToCard(stripe, id, subscription, isDefault ? null : card))) {
    const method = await assertOwnCard(stripe, id, card);
    const renewals = { method, isDefault, attempt: sentAttempt(db, request.id) };
    const customer = { id, practices: [request.practiceId] };
    await chargeToCard({ db, stripe }, customer, subscription, renewals, auditOf(request, now));
    await storeOutcome(db, request.id, 'succeeded', { card });
  } else if (request.isAbsenceFinal) {
    await storeOutcome(db, request.id, 'failed', undefined);
  }
}

const settlements = {
  'invoice.pay': settlePayment,
  'card.add': settleAddedCard,
  'card.default': settleDefault,
  'card.remove': settleRemoval,
  'subscription.card': settleSubscriptionCard,
} as const;

/** The kinds of request about a customer's cards and invoices. */
export type CustomerAction = keyof typeof settlements;

const isCustomerAction = (action: string | null): action is CustomerAction => action !== null && action in settlements;

/** Settles a request by the provider's state. Call it with the customer's lease. * @throws AppError; SDK errors */
export async function settleCustomerRequest(db: Db, stripe: Stripe, request: StoredRequest, now: Date): Promise<void> {
  if (isCustomerAction(request.action)) await settlements[request.action](db, stripe, request, now);
}

/**
 * Settles every request of a customer, so that its changes are recorded as its own. Call it with the customer's lease.
 *
 * @throws AppError `being_confirmed` when an outcome is still unknown
 */
export async function settleAllOfCustomer(db: Db, stripe: Stripe, customerId: string, now: Date): Promise<void> {
  for (const request of await listUnsettledIn(db, customerLease(customerId))) {
    const settle = (unsettled: StoredRequest) => settleCustomerRequest(db, stripe, unsettled, now);
    if ((await readOutcome(db, settle, request))?.state === 'processing') throw beingConfirmed();
  }
}

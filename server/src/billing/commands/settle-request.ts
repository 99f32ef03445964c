/** Following a change whose payment waits for the person. */
import type { BillingRequest } from 'shared-api/contracts';
import type { Doing } from '../../audit/actor.js';
import type { Db } from '../../database/tables.js';
import { Refusal, notFound } from '../../http/refusal.js';
import { subscriptionLease, withLease } from '../../idempotency/lease.js';
import { writeToStripe } from '../../stripe/stripe-errors.js';
import type { BillingContext } from '../billing-context.js';
import { PROVIDED, ownsSubscription } from '../mirror/read-mirror.js';
import { type RequestRecord, findRequest, requestContract } from '../mirror/requests-repository.js';
import { idOf } from '../mirror/snapshots.js';
import { completePurchases } from './complete-purchases.js';
import { voidOpenInvoice } from './payment-outcome.js';

/** @throws Refusal `not_found` */
async function findOwnRequest(db: Db, practiceId: number, id: string): Promise<RequestRecord> {
  const request = await findRequest(db, practiceId, id);
  if (!request) throw notFound('This practice has no such request.');
  return request;
}

/** What is known of a request here; nothing is asked of the provider. @throws Refusal `not_found` */
export async function readRequest(db: Db, practiceId: number, id: string): Promise<BillingRequest> {
  return requestContract(await findOwnRequest(db, practiceId, id));
}

const isOpen = ({ state }: RequestRecord): boolean => state === 'processing' || state === 'requires_action';

/** Voids what waits for its payment, so that nothing is changed. A start that was not paid ends for good. */
async function giveUp({ stripe }: BillingContext, { subscriptionId, invoiceId }: RequestRecord): Promise<void> {
  await voidOpenInvoice(stripe, invoiceId);
  if (subscriptionId === null) return;
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  if (subscription.status !== 'incomplete') return;
  await voidOpenInvoice(stripe, idOf(subscription.latest_invoice));
  const after = await stripe.subscriptions.retrieve(subscriptionId);
  if (after.status === 'incomplete') await stripe.subscriptions.cancel(subscriptionId);
}

/**
 * Asks the provider what has become of a request. One that is given up ends with nothing changed, unless it was paid already.
 *
 * @throws Refusal `not_found`
 */
export async function settleRequest(
  context: BillingContext,
  id: string,
  isGivenUp: boolean,
  doing: Doing,
): Promise<BillingRequest> {
  const { db, practiceId } = context;
  const request = await findOwnRequest(db, practiceId, id);
  const { subscriptionId } = request;
  if (!isOpen(request) || subscriptionId === null) return requestContract(request);
  if (!(await ownsSubscription(db, practiceId, subscriptionId))) throw new Refusal(403, 'provided', PROVIDED);
  await withLease(db, subscriptionLease(subscriptionId), () =>
    writeToStripe(async () => {
      if (isGivenUp && request.state === 'requires_action') await giveUp(context, request);
      await completePurchases(context, subscriptionId, doing);
    }),
  );
  return readRequest(db, practiceId, id);
}

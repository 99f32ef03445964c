/** Settles a request whose payment the person must confirm. */
import type { BillingRequest } from 'shared-api/contracts';
import type { ProviderChangeContext } from '../../../platform/audit/actor.js';
import type { Db } from '../../../platform/database/tables.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { subscriptionLease, withLease } from '../../requests/lease.js';
import { findRequestById } from '../../requests/requests-repository.js';
import { writeToStripe } from '../../stripe/stripe-errors.js';
import type { BillingContext } from '../billing-context.js';
import { PROVIDED_MESSAGE, ownsSubscription } from '../mirror/read-mirror.js';
import { type RequestRecord, findRequest, requestContract } from '../mirror/requests-repository.js';
import { idOf } from '../mirror/snapshots.js';
import { completePurchases } from './complete-purchases.js';
import { voidOpenInvoice } from './payment-outcome.js';
import { settleUnsettledRequest } from './settle-in-background.js';

/** @throws AppError `not_found` */
async function findOwnRequest(db: Db, practiceId: number, id: string): Promise<RequestRecord> {
  const request = await findRequest(db, practiceId, id);
  if (!request) throw notFound('This practice doesn’t have this request.');
  return request;
}

/** The stored state of a request, without calling the provider. @throws AppError `not_found` */
export async function readRequest(db: Db, practiceId: number, id: string): Promise<BillingRequest> {
  return requestContract(await findOwnRequest(db, practiceId, id));
}

const isOpen = ({ state }: RequestRecord): boolean => state === 'processing' || state === 'requires_action';

/** Voids the pending invoice, so nothing changes. Cancels a start that is still unpaid. */
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
 * Reads the outcome of a request from the provider. Abandoning a request changes nothing, unless it was already paid.
 *
 * @throws AppError `not_found`
 */
export async function resolveRequest(
  context: BillingContext,
  id: string,
  isGivenUp: boolean,
  caller: ProviderChangeContext,
): Promise<BillingRequest> {
  const { db, practiceId } = context;
  const request = await findOwnRequest(db, practiceId, id);
  const { subscriptionId } = request;
  const stored = await findRequestById(db, request.id);
  if (stored?.state === 'processing' && stored.scope !== null) {
    await settleUnsettledRequest(context, stored, caller.now);
    return readRequest(db, practiceId, id);
  }
  if (!isOpen(request) || subscriptionId === null) return requestContract(request);
  if (!(await ownsSubscription(db, practiceId, subscriptionId))) throw new AppError(403, 'provided', PROVIDED_MESSAGE);
  await withLease(db, subscriptionLease(subscriptionId), () =>
    writeToStripe(async () => {
      if (isGivenUp && request.state === 'requires_action') {
        await caller.assertStillAllowed();
        await giveUp(context, request);
      }
      await completePurchases(context, subscriptionId, caller);
    }),
  );
  return readRequest(db, practiceId, id);
}

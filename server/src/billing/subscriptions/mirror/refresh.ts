/**
 * Mirrors the provider's objects. All written data was fetched right before. A webhook only tells what to fetch, so the
 * order and number of webhooks don't matter.
 */
import type Stripe from 'stripe';
import type { AuditContext } from '../../../platform/audit/actor.js';
import type { Db } from '../../../platform/database/tables.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { mapConcurrently } from '../../stripe/concurrency.js';
import { invalidateCustomers } from '../../stripe/cached-responses.js';
import { recompute } from '../../entitlements/recompute.js';
import { listPracticesWithSeats } from './seats-repository.js';
import { fetchInvoiceStatus, fetchSchedule, fetchSubscription } from './fetch-snapshots.js';
import { type OpenRequest, listOpenRequests } from './requests-repository.js';
import { type InvoiceStatuses, recordKnownOutcomes } from './known-outcomes.js';
import { deleteSchedule, markCanceled, writeSchedule, writeSubscription } from './mirror-repository.js';
import { readFormer, recordProviderChanges } from './provider-changes.js';
import type { SubscriptionSnapshot } from './snapshots.js';
import { findSubscriptionOfSchedule, listOpenSubscriptions } from './subscriptions-repository.js';
import { isOver } from '../../stripe/statuses.js';
import { claimIfLatest, nextSequence } from './sequence-repository.js';

/** The mirror's database, and the account that it mirrors. */
export interface BillingMirror {
  db: Db;
  stripe: Stripe;
}

/**
 * Maximum number of times that a subscription is fetched again when another refresh was faster. The faster one's result
 * is equally good.
 */
export const MAX_ATTEMPTS = 5;

const CONCURRENCY = 6;

export interface RefreshContext extends AuditContext {
  notes?: string;
}

async function fetchInvoiceStatuses(stripe: Stripe, requests: readonly OpenRequest[]): Promise<InvoiceStatuses> {
  const ids = [...new Set(requests.flatMap(({ invoiceId }) => invoiceId ?? []))];
  const statuses = await mapConcurrently(ids, CONCURRENCY, (id) => fetchInvoiceStatus(stripe, id));
  return new Map(ids.map((id, index) => [id, statuses[index]]));
}

/** Actions that end a subscription. */
const ENDINGS: ReadonlySet<string> = new Set(['cancel', 'cancel-trial', 'end-unpaid']);

/**
 * The person whose request ended a subscription, if its response was lost and the provider reports the end first. The
 * request's entry is then the only one.
 */
function endedBy(
  snapshot: SubscriptionSnapshot | undefined,
  requests: readonly OpenRequest[],
): Pick<AuditContext, 'actor'> | undefined {
  if (snapshot && !isOver(snapshot.status)) return undefined;
  const { actor } = requests.find(({ action, isSent }) => isSent && ENDINGS.has(action ?? '')) ?? {};
  return actor ? { actor } : undefined;
}

/**
 * Fetches and writes a subscription, settles its requests, and recomputes the dependent entitlements.
 *
 * @returns the fetched snapshot; undefined when the provider has no such subscription
 * @throws SDK errors
 */
export async function refreshSubscription(
  { db, stripe }: BillingMirror,
  id: string,
  context: RefreshContext,
): Promise<SubscriptionSnapshot | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const sequence = await nextSequence(db, id);
    const snapshot = await fetchSubscription(stripe, id);
    const requests = await listOpenRequests(db, id, snapshot?.request ?? null);
    const invoices = await fetchInvoiceStatuses(stripe, requests);
    const by = { ...context, ...endedBy(snapshot, requests) };
    const isWritten = await inTransaction(db, async (transaction) => {
      if (!(await claimIfLatest(transaction, id, sequence))) return false;
      const before = await listPracticesWithSeats(transaction, [id]);
      const former = await readFormer(transaction, id);
      if (snapshot) {
        await writeSubscription(transaction, snapshot, requests, by);
        await recordKnownOutcomes(transaction, snapshot, requests, invoices, by);
        await invalidateCustomers(transaction, [snapshot.customer_id]);
      } else {
        await markCanceled(transaction, id, context.now);
      }
      const practices = [...new Set([...before, ...(await listPracticesWithSeats(transaction, [id]))])].sort(
        (one, other) => one - other,
      );
      await recordProviderChanges(transaction, { id, former, snapshot }, practices, by);
      for (const practiceId of practices) {
        await recompute(transaction, practiceId, by);
      }
      return true;
    });
    if (isWritten || attempt >= MAX_ATTEMPTS) return snapshot;
  }
}

/** Fetches and writes a schedule, together with its subscription if it has one. */
export async function refreshSchedule(
  { db, stripe }: BillingMirror,
  id: string,
  context: RefreshContext,
): Promise<void> {
  const mirroredId = await findSubscriptionOfSchedule(db, id);
  const sequence = await nextSequence(db, id);
  const view = await fetchSchedule(stripe, id);
  const subscriptions = new Set([mirroredId, view?.subscription_id].filter((one) => typeof one === 'string'));
  for (const subscriptionId of subscriptions) await refreshSubscription({ db, stripe }, subscriptionId, context);
  if (subscriptions.size > 0) return;
  await inTransaction(db, async (transaction) => {
    if (!(await claimIfLatest(transaction, id, sequence))) return;
    if (view && (view.status === 'not_started' || view.status === 'active')) {
      await writeSchedule(transaction, view, context.now);
    } else {
      await deleteSchedule(transaction, id);
    }
  });
}

/**
 * Refreshes every mirrored subscription of a customer that hasn't ended, because the customer's name or card has
 * changed.
 */
export async function refreshCustomer(
  mirror: BillingMirror,
  customerId: string,
  context: RefreshContext,
): Promise<void> {
  for (const id of await listOpenSubscriptions(mirror.db, customerId)) await refreshSubscription(mirror, id, context);
}

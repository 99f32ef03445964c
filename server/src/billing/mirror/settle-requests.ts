/** Grants what was bought once the provider says that it is paid, in the transaction that mirrors the subscription. */
import type Stripe from 'stripe';
import type { RequestState } from 'shared-api/contracts';
import type { Doing } from '../../audit/actor.js';
import { recordAudit } from '../../audit/audit-log.js';
import { allFeaturesOf, contentsOf } from '../../catalogue/catalogue.js';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import type { Db } from '../../database/tables.js';
import { liftWithheld } from '../../entitlements/withheld.js';
import { isOver } from '../statuses.js';
import { type OpenRequest, settleRequest } from './requests-repository.js';
import { assign, hasSeatOfEach } from './seats-repository.js';
import type { SubscriptionSnapshot } from './snapshots.js';

/** Statuses of the invoices that open requests wait for, by id. */
export type InvoiceStatuses = ReadonlyMap<string, Stripe.Invoice.Status | undefined>;

/** What has become of the start of a subscription. */
function stateOfStart({ status }: SubscriptionSnapshot, before: RequestState): RequestState {
  if (isOver(status)) return 'failed';
  return status === 'incomplete' ? before : 'succeeded';
}

/**
 * Pure: what has become of a request, by what the provider holds.
 *
 * @param hasSeats whether the practice has a seat of everything that it wanted to buy
 */
export function stateOfRequest(
  { id, state, invoiceId, purchase }: OpenRequest,
  subscription: SubscriptionSnapshot,
  invoices: InvoiceStatuses,
  hasSeats: boolean,
): RequestState {
  if (subscription.request === id) return stateOfStart(subscription, state);
  if (!purchase) return state;
  if (invoiceId === null) {
    if (purchase.isSent) return 'succeeded';
    // The answer to the change was lost: what the practice has since tells that it was made.
    return purchase.prices.length > 0 && hasSeats && !subscription.pending_update ? 'succeeded' : state;
  }
  const invoice = invoices.get(invoiceId);
  if (invoice === 'paid') return 'succeeded';
  return invoice === 'void' || invoice === 'uncollectible' ? 'failed' : state;
}

async function grantPurchase(
  transaction: Db,
  { practiceId, purchase }: OpenRequest,
  subscription: SubscriptionSnapshot,
  doing: Doing,
): Promise<void> {
  if (!purchase) return;
  const { prices, actor, action, after } = purchase;
  const by = { actor, now: doing.now };
  const items = subscription.items.filter(({ price_id: price }) => prices.includes(price));
  for (const { id: item } of items) {
    await assign(transaction, { practice: practiceId, item, subscription: subscription.id }, by);
  }
  const { keyOf } = await readCataloguePrices(transaction);
  const contents = prices.flatMap((price) => contentsOf(keyOf.get(price)) ?? []);
  await liftWithheld(
    transaction,
    practiceId,
    {
      bundles: contents.flatMap(({ bundles }) => bundles),
      features: contents.flatMap((one) => [...allFeaturesOf(one)]),
    },
    by,
  );
  await recordAudit(transaction, {
    practice: practiceId,
    actor,
    at: doing.now,
    action,
    entity: 'subscription',
    entityId: subscription.id,
    after,
  });
}

/** Settles the requests whose outcome is known now. Entitlements are recomputed by the caller. */
export async function settleRequests(
  transaction: Db,
  subscription: SubscriptionSnapshot,
  requests: readonly OpenRequest[],
  invoices: InvoiceStatuses,
  doing: Doing,
): Promise<void> {
  for (const request of requests) {
    const hasSeats = await hasSeatOfEach(
      transaction,
      request.practiceId,
      subscription.items,
      request.purchase?.prices ?? [],
    );
    const state = stateOfRequest(request, subscription, invoices, hasSeats);
    if (state === request.state) continue;
    if (!(await settleRequest(transaction, request, state, subscription.id))) continue;
    if (state === 'succeeded') await grantPurchase(transaction, request, subscription, doing);
  }
}

/** Grants purchases once the provider reports them paid, in the transaction that mirrors the subscription. */
import type Stripe from 'stripe';
import type { RequestState } from 'shared-api/contracts';
import type { AuditContext } from '../../../platform/audit/actor.js';
import { recordAudit } from '../../../platform/audit/audit-log.js';
import { allFeaturesOf, contentsOf, nameOfPrice } from '../../catalogue/catalogue.js';
import { type CataloguePrices, readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { nameOfPlan } from '../../catalogue/name-of-plan.js';
import type { Db } from '../../../platform/database/tables.js';
import { liftWithheld } from '../../entitlements/withheld.js';
import { isOver } from '../../stripe/statuses.js';
import { type OpenRequest, markSettled } from './requests-repository.js';
import { assignSeat, hasSeatOfEach } from './seats-repository.js';
import type { ItemSnapshot, SubscriptionSnapshot } from './snapshots.js';

/** Statuses of the invoices that open requests wait for, by id. */
export type InvoiceStatuses = ReadonlyMap<string, Stripe.Invoice.Status | undefined>;

/** The outcome of a subscription's start. */
function stateOfStart({ status }: SubscriptionSnapshot, before: RequestState): RequestState {
  if (isOver(status)) return 'failed';
  return status === 'incomplete' ? before : 'succeeded';
}

/**
 * The outcome of a request, according to the provider's state. Pure function.
 *
 * @param hasSeats true when the practice has a seat on everything that it requested
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
    // The response to the change was lost. The practice's seats show that the change was made.
    return purchase.prices.length > 0 && hasSeats && !subscription.pending_update ? 'succeeded' : state;
  }
  const invoice = invoices.get(invoiceId);
  if (invoice === 'paid') return 'succeeded';
  return invoice === 'void' || invoice === 'uncollectible' ? 'failed' : state;
}

/**
 * The recorded content with current names and prices. The provider drops ended items, but the audit log must still
 * describe them.
 */
function withNames(
  after: unknown,
  subscription: SubscriptionSnapshot,
  bought: readonly ItemSnapshot[],
  keyOf: CataloguePrices['keyOf'],
): object {
  const recorded = { ...(after as { item?: string }) };
  const nameOf = (item: ItemSnapshot): string => nameOfPrice(keyOf.get(item.price_id)) ?? item.name;
  const plan = nameOfPlan(subscription.items, keyOf);
  const item = subscription.items.find(({ id }) => id === recorded.item);
  return {
    ...recorded,
    ...(plan !== undefined && { plan_name: plan }),
    ...(item && { item_name: nameOf(item) }),
    ...(bought.length > 0 && {
      bought: bought.map((one) => ({
        name: nameOf(one),
        amount: one.amount,
        currency: subscription.currency,
        interval: one.interval,
      })),
    }),
  };
}

async function grantPurchase(
  transaction: Db,
  { practiceId, purchase }: OpenRequest,
  subscription: SubscriptionSnapshot,
  audit: AuditContext,
): Promise<void> {
  if (!purchase) return;
  const { prices: priceIds, actor, action, after } = purchase;
  const by = { actor, now: audit.now };
  const items = subscription.items.filter(({ price_id: priceId }) => priceIds.includes(priceId));
  for (const { id: itemId } of items) {
    await assignSeat(transaction, { practiceId: practiceId, item: itemId, subscription: subscription.id }, by);
  }
  const { keyOf } = await readCataloguePrices(transaction);
  const contents = priceIds.flatMap((priceId) => contentsOf(keyOf.get(priceId)) ?? []);
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
    practiceId: practiceId,
    actor,
    at: audit.now,
    action,
    entity: 'subscription',
    entityId: subscription.id,
    after: withNames(after, subscription, items, keyOf),
  });
}

/** Settles the requests whose outcome has become known. The caller recomputes the entitlements. */
export async function recordKnownOutcomes(
  transaction: Db,
  subscription: SubscriptionSnapshot,
  requests: readonly OpenRequest[],
  invoices: InvoiceStatuses,
  audit: AuditContext,
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
    if (!(await markSettled(transaction, request, state, subscription.id))) continue;
    if (state === 'succeeded') await grantPurchase(transaction, request, subscription, audit);
  }
}

/** The charges, ends and prices of one subscription, from the provider's previews. */
import type Stripe from 'stripe';
import type { ChargedMethod } from '../../payments/charged-method.js';
import { mapConcurrently } from '../../stripe/concurrency.js';
import { fetchItems } from '../mirror/fetch-snapshots.js';
import { idOf } from '../mirror/snapshots.js';
import { isRenewed } from '../../stripe/statuses.js';
import type { ChargeDraft } from './apply-balance.js';
import { chargesUntil, endsUntil } from './charge-timeline.js';
import { type CustomerBilling, isSent, nameOfItems, subscriptionIdOf } from './customer-billing.js';
import { discountSourcesOf, withCoupons } from './discounts-at.js';
import {
  CONCURRENCY,
  noProjection,
  payerOf,
  type ProjectedCharge,
  type ProjectedSubscription,
  type ProjectionContext,
} from './projected-charges.js';
import { oneInvoiceDiscountsOf } from './pending-items.js';
import { type Pause, projectCharge, type SubscriptionPlan } from './project-charge.js';
import { linesOf } from './provider-previews.js';
import { readItemCoupons } from './scheduled-phase.js';
import { priceOf } from './subscription-price.js';
import { timelineOf } from './subscription-timeline.js';

/** True for a trial without a payment method that the provider then cancels or pauses instead of sending an invoice. */
const isTrialThatEnds = (subscription: Stripe.Subscription, method: ChargedMethod | null): boolean =>
  subscription.status === 'trialing' &&
  method === null &&
  !isSent(subscription) &&
  (subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice') !== 'create_invoice';

/** Metered prices, whose usage is the quantity. */
const meteredIn = (items: readonly Stripe.SubscriptionItem[]): ReadonlySet<string> =>
  new Set(items.flatMap(({ price }) => (price.recurring?.usage_type === 'metered' ? [price.id] : [])));

/** The renewal that the provider has drafted and is about to charge. */
function draftOf(
  billing: CustomerBilling,
  subscription: Stripe.Subscription,
  charge: Pick<ChargeDraft, 'card' | 'subscription'>,
): ChargeDraft[] {
  return billing.drafts
    .filter((invoice) => subscriptionIdOf(invoice) === subscription.id)
    .map((invoice) => ({
      ...charge,
      kind: 'renewal',
      date: invoice.automatically_finalizes_at ?? invoice.created,
      total: invoice.total,
      isDue: false,
      isDrafted: true,
      currency: invoice.currency,
      lines: linesOf(invoice),
    }));
}

const asCharge = (draft: ChargeDraft): ProjectedCharge => ({ draft, pending: [] });

/** A pause of collection. Without one, it ended in the past. */
function pauseOf({ pause_collection: pause }: Stripe.Subscription): Pause {
  return {
    resumesAt: pause === null ? 0 : (pause.resumes_at ?? Infinity),
    // Such a pause waives what the customer's credit doesn't cover:
    // https://docs.stripe.com/billing/subscriptions/pause-payment
    isForgiving: pause?.behavior === 'mark_uncollectible',
  };
}

export async function projectSubscription(
  context: ProjectionContext,
  subscription: Stripe.Subscription,
): Promise<ProjectedSubscription> {
  const { stripe, billing, until } = context;
  const items = await withCoupons(stripe, await fetchItems(stripe, subscription));
  const schedule = billing.schedules.find(({ id }) => id === idOf(subscription.schedule));
  const timeline = timelineOf(subscription, items, schedule, billing.names);
  const reference = { id: subscription.id, name: nameOfItems(items, billing.names) };
  const method = billing.methodOf(subscription);
  const payer = payerOf(method, isSent(subscription));
  // A pause or an end doesn't affect existing drafts.
  const drafts = draftOf(billing, subscription, { ...payer, subscription: reference }).map(asCharge);
  if (!isRenewed(subscription.status)) return { ...noProjection, charges: drafts };
  if (isTrialThatEnds(subscription, method)) {
    const date = subscription.trial_end ?? timeline.periodEnd;
    return { ...noProjection, ends: [{ date, subscription: reference, item: null }] };
  }
  const pause = pauseOf(subscription);
  const dates = chargesUntil(timeline, until);
  // The first invoice within a pause includes the customer's pending items.
  const planned = dates.filter((charge, index) => charge.date >= pause.resumesAt || pause.isForgiving || index === 0);
  const plan: SubscriptionPlan = {
    subscription,
    items,
    schedule,
    dates,
    pause,
    sources: discountSourcesOf(subscription, billing.customer, schedule),
    coupons: await readItemCoupons(stripe, schedule),
    ofOneInvoice: oneInvoiceDiscountsOf(billing.customer),
    reference,
    payer,
    known: new Map(),
  };
  const projected = await mapConcurrently(planned, CONCURRENCY, (dated) => projectCharge(context, plan, dated));
  return {
    charges: [...drafts, ...projected.map(({ charge }) => charge)],
    ends: endsUntil(timeline, until).map(({ date, item }) => ({ date, subscription: reference, item })),
    prices: priceOf(
      subscription,
      projected.filter(({ date }) => date >= pause.resumesAt),
      meteredIn(items),
    ),
  };
}

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
import { discountsAt, discountSourcesOf, itemDiscountsAt, withCoupons } from './discounts-at.js';
import {
  chargedPeriod,
  CONCURRENCY,
  type FullPeriods,
  isFirstOf,
  nothing,
  payerOf,
  type ProjectedCharge,
  type ProjectedSubscription,
  type ProjectionContext,
  prorationOf,
  usageOf,
} from './projected-charges.js';
import { onceOf, waitingIn } from './pending-items.js';
import { linesOf, previewUnchanged } from './provider-previews.js';
import { itemsOnceOf, payerAt, readItemCoupons, settingsAt, upcomingPhaseAt } from './scheduled-phase.js';
import { type ChargedPeriod, priceOf } from './subscription-price.js';
import { timelineOf } from './subscription-timeline.js';

/** True for a trial that nothing pays, and that the provider then cancels or pauses instead of sending an invoice. */
const isTrialThatEnds = (subscription: Stripe.Subscription, method: ChargedMethod | null): boolean =>
  subscription.status === 'trialing' &&
  method === null &&
  !isSent(subscription) &&
  (subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice') !== 'create_invoice';

/** The prices whose usage is the quantity. */
const meteredIn = (items: readonly Stripe.SubscriptionItem[]): ReadonlySet<string> =>
  new Set(items.flatMap(({ price }) => (price.recurring?.usage_type === 'metered' ? [price.id] : [])));

/** The renewal that the provider has made and is about to charge. */
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

export async function projectSubscription(
  context: ProjectionContext,
  subscription: Stripe.Subscription,
): Promise<ProjectedSubscription> {
  const { stripe, billing, until } = context;
  const { names } = billing;
  const items = await withCoupons(stripe, await fetchItems(stripe, subscription));
  const schedule = billing.schedules.find(({ id }) => id === idOf(subscription.schedule));
  const timeline = timelineOf(subscription, items, schedule, names);
  const reference = { id: subscription.id, name: nameOfItems(items, names) };
  const method = billing.methodOf(subscription);
  const payer = payerOf(method, isSent(subscription));
  const resumesAt = subscription.pause_collection === null ? 0 : (subscription.pause_collection.resumes_at ?? Infinity);
  // A pause and an end don't stop what the provider has drafted before.
  const drafts = draftOf(billing, subscription, { ...payer, subscription: reference }).map(asCharge);
  // Such a pause gives up what the customer's credit doesn't pay: https://docs.stripe.com/billing/subscriptions/pause-payment
  const isForgiving = subscription.pause_collection?.behavior === 'mark_uncollectible';
  if (!isRenewed(subscription.status)) return { ...nothing, charges: drafts };
  if (isTrialThatEnds(subscription, method)) {
    const date = subscription.trial_end ?? timeline.periodEnd;
    return { ...nothing, ends: [{ date, subscription: reference, item: null }] };
  }
  const dates = chargesUntil(timeline, until);
  // The first invoice within a pause takes what waits for the customer's next one.
  const planned = dates.flatMap((charge, index) =>
    charge.date < resumesAt && !isForgiving && index > 0 ? [] : [{ ...charge, index }],
  );
  const known: FullPeriods = new Map();
  const sources = discountSourcesOf(subscription, billing.customer, schedule);
  const coupons = await readItemCoupons(stripe, schedule);
  const ofOneInvoice = onceOf(billing.customer);
  const ofItems = items.flatMap(({ discounts }) => discounts);
  const currentAt = (date: number) => ({
    id: subscription.id,
    items: items.map(({ id, price, discounts }) => ({
      id,
      price: price.id,
      discounts: itemDiscountsAt(discounts, date),
    })),
  });
  const projected = await mapConcurrently(
    planned,
    CONCURRENCY,
    async (dated): Promise<ChargedPeriod & { charge: ProjectedCharge }> => {
      const { date, items: due, isPeriod, isChanged, share, index } = dated;
      const phase = upcomingPhaseAt(schedule, date);
      const firstCharge = dates.find((one) => one.isPeriod && one.date >= (phase?.start_date ?? 0))?.date ?? date;
      const payerThen = schedule && phase ? payerAt(schedule, phase, billing.defaultMethod) : undefined;
      const next = schedule ? { schedule: schedule.id } : { subscription: subscription.id };
      const once = phase && isFirstOf(phase, dates, date) ? itemsOnceOf(phase) : [];
      const previewed = (taken: readonly string[] = []) =>
        chargedPeriod(
          context,
          {
            subscription: once.length > 0 ? undefined : currentAt(date),
            items: due,
            discounts: discountsAt(sources, date, { isOnceLeft: ofOneInvoice.every((id) => !taken.includes(id)) }),
            ...(phase && settingsAt({ phase, date, firstCharge, coupons, known: ofItems })),
            ...(once.length > 0 && { once, isFirst: true, taken }),
          },
          share,
          known,
        );
      const isNext = index === 0;
      const invoiceWithout = async (taken: readonly string[]) =>
        isNext ? previewUnchanged(stripe, next, taken) : isPeriod ? previewed(taken) : null;
      const invoice = await invoiceWithout([]);
      const waiting = invoice ? waitingIn(invoice, billing.customer) : [];
      // One invoice of the customer has it, so it is no part of a subscription's price.
      const used = waiting.filter((id) => ofOneInvoice.includes(id));
      const priced = used.length > 0 ? await invoiceWithout(used) : invoice;
      const isConversion = isNext && subscription.status === 'trialing';
      const draftWith = (preview: Stripe.Invoice | null): ChargeDraft => ({
        kind: isConversion ? 'trial_conversion' : isChanged ? 'scheduled_change' : 'renewal',
        date,
        total: preview?.total ?? 0,
        isDue: false,
        ...usageOf(due),
        ...(!isNext && prorationOf(dated, once)),
        currency: subscription.currency,
        ...(payerThen ? payerOf(payerThen.method, payerThen.isSent) : payer),
        subscription: reference,
        lines: preview ? linesOf(preview) : [],
        ...(date < resumesAt && { isForgiven: true, ...(!isForgiving && { total: 0, isDue: true }) }),
      });
      const charge: ProjectedCharge = {
        draft: draftWith(invoice),
        pending: waiting,
        without: async (taken) => draftWith(await invoiceWithout(taken)),
      };
      return { charge, date, invoice: isPeriod ? priced : null, isChanged, isFull: share === 1 };
    },
  );
  const ends = endsUntil(timeline, until).map(({ date, item: itemId }) => ({
    date,
    subscription: reference,
    item: itemId,
  }));
  return {
    charges: [...drafts, ...projected.map(({ charge }) => charge)],
    ends,
    prices: priceOf(
      subscription,
      projected.filter(({ date }) => date >= resumesAt),
      meteredIn(items),
    ),
  };
}

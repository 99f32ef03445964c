/** Previews the cost and the effect of a change, with the provider's previews. Changes nothing. */
import type Stripe from 'stripe';
import type { ChangeToPreview, CostPreview } from 'shared-api/contracts';
import { type CataloguePrices, readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { allFeaturesOf, contentsOf, nameOfPrice } from '../../catalogue/catalogue.js';
import { readEntitlementInputs } from '../../entitlements/entitlement-sources.js';
import { noInputs } from '../../entitlements/sources.js';
import { restoredBy, readWithheld } from '../../entitlements/withheld.js';
import { customerIn, defaultMethodOf } from '../../payments/charged-method.js';
import { readFromStripe } from '../../stripe/stripe-errors.js';
import type { BillingContext } from '../billing-context.js';
import { planAddition, previewOfItems } from '../commands/add-items.js';
import { assertCreditable, planCancellation, planTrialCancellation } from '../commands/cancel.js';
import { planEndOfUnpaid } from '../commands/end-unpaid.js';
import { listOpenInvoicesOf } from '../commands/payment-outcome.js';
import { nameOfItem, planRemoval, planUndoRemoval } from '../commands/remove-item.js';
import {
  endOfPaidPeriod,
  type Phase,
  type PhaseItem,
  phasesAfterUndo,
  phasesWith,
  phasesWithout,
} from '../commands/schedule-phases.js';
import { prorationIn } from '../commands/stale-preview.js';
import { whileSold } from '../commands/still-sold.js';
import { type StartPlan, planStart, previewOfStart } from '../commands/start.js';
import { planSwitch } from '../commands/switch-plan.js';
import { type MirroredSubscription, hasSeat } from '../mirror/read-mirror.js';
import { type ItemSnapshot, quantityOf, stopDateOf } from '../mirror/snapshots.js';
import type { NextInvoice } from './apply-balance.js';
import { periodEnd } from './billing-periods.js';
import { cardIn } from './customer-billing.js';
import { findCustomer } from './customer-billing.js';
import { discountsAt, discountSourcesOf, itemDiscountsAt, withCoupons } from './discounts-at.js';
import { alreadyPaidBy } from './offers.js';
import {
  type ChangeOfNext,
  creditOf,
  intervalOf,
  type FullPeriod,
  linesDue,
  previewFullPeriod,
  previewNextInvoice,
  withAllLines,
} from './provider-previews.js';
import { itemsTakenBefore, readNextInvoice } from './upcoming-charges.js';

const DAY_S = 86_400;

const empty: Omit<CostPreview, 'currency' | 'effective_at'> = {
  due_today: 0,
  lines: [],
  next_invoice: null,
  recurring: null,
  credit: 0,
  card: null,
  trial_end: null,
  starts: [],
  ends: [],
  lifts: [],
  paid_twice: [],
};

const namesOf = (priceIds: readonly string[], { keyOf }: CataloguePrices): string[] =>
  priceIds.map((priceId) => nameOfPrice(keyOf.get(priceId)) ?? priceId);

/** Bundles and features that prices give. */
function contentsOfPrices(priceIds: readonly string[], { keyOf }: CataloguePrices) {
  const contents = priceIds.flatMap((priceId) => contentsOf(keyOf.get(priceId)) ?? []);
  return {
    bundles: contents.flatMap(({ bundles }) => bundles),
    features: contents.flatMap((one) => [...allFeaturesOf(one)]),
  };
}

/** Manual removals that buying these prices would restore. */
async function liftsOf({ db, practiceId }: BillingContext, priceIds: readonly string[], catalogue: CataloguePrices) {
  return restoredBy(await readWithheld(db, practiceId, true), contentsOfPrices(priceIds, catalogue));
}

/** A preview with all of its lines. */
const whole = async (stripe: Stripe, preview: Promise<Stripe.Invoice>): Promise<Stripe.Invoice> =>
  withAllLines(stripe, await preview);

type PricedItem = FullPeriod['items'][number];

async function recurringIn(stripe: Stripe, period: FullPeriod): Promise<CostPreview['recurring']> {
  if (period.items.length === 0) return null;
  const invoice = await previewFullPeriod(stripe, period);
  const line = invoice.lines.data[0]?.period;
  const isYear = line !== undefined && line.end - line.start > 62 * DAY_S;
  return { amount: invoice.total, interval: intervalOf(isYear ? 'year' : 'month') };
}

const pricedItems = (items: readonly ItemSnapshot[]): PricedItem[] =>
  items.map((item) => ({ price: item.price_id, quantity: quantityOf(item) }));

/**
 * The cost of a full period after a change: of the one that the next renewal begins, as upcoming charges state it. Null when
 * nothing is charged anymore.
 *
 * @param phases of the schedule after the change. A phase that starts by the next renewal decides the items.
 * @param renewal the next one after the change. Its coupons and phase count.
 */
async function recurringOf(
  stripe: Stripe,
  { view, items: current, schedule }: MirroredSubscription,
  items: readonly PricedItem[],
  { phases = [], renewal = view.period.end }: { phases?: readonly Phase[]; renewal?: number } = {},
): Promise<CostPreview['recurring']> {
  const phase = schedule ? phases.findLast(({ start_date: start }) => start <= renewal) : undefined;
  const [subscription, scheduled] = await Promise.all([
    stripe.subscriptions.retrieve(view.id, {
      expand: ['discounts.source.coupon', 'customer.discount.source.coupon', 'items.data.discounts'],
    }),
    schedule && stripe.subscriptionSchedules.retrieve(schedule.id, { expand: ['phases.discounts.coupon'] }),
  ]);
  const sources = discountSourcesOf(subscription, customerIn(subscription), scheduled ?? undefined);
  const discounted = await withCoupons(stripe, subscription.items.data);
  const ofItem = (id: string) =>
    itemDiscountsAt(discounted.find((item) => item.id === id)?.discounts ?? [], renewal + 1);
  const recurring = await recurringIn(stripe, {
    customerId: view.customer_id,
    subscription: {
      id: view.id,
      items: current.map(({ id, price_id: price }) => ({ id, price, discounts: ofItem(id) })),
    },
    items: phase?.items ?? items,
    // Just after the renewal, whose invoice may have a coupon that is for one invoice only.
    discounts: discountsAt(sources, renewal + 1),
  });
  const every = current[0]?.every;
  return recurring && every ? { ...recurring, every } : recurring;
}

/** Items of a subscription that continue after its paid period. */
function continuing({ items, view, schedule }: MirroredSubscription): ItemSnapshot[] {
  return items.filter((item) => {
    const stop = stopDateOf(item.price_id, view, schedule);
    return stop === null || stop > view.period.end;
  });
}

const isEndingAtPeriodEnd = ({ view }: MirroredSubscription): boolean =>
  view.cancel_at !== null && view.cancel_at <= view.period.end;

/** True while nothing is collected, until somebody resumes it or by then. */
const isPausedAt = ({ is_paused: isPaused, resumes_at: at }: MirroredSubscription['view'], date: number): boolean =>
  isPaused === true && (at ?? Infinity) > date;

/** Where and when a change is previewed. */
interface PreviewContext extends BillingContext {
  now: Date;
}

/**
 * The next invoice of an existing subscription. Null where there is none.
 *
 * @param next a total of null where the subscription ends before. Where its collection is paused, nothing is charged.
 */
async function nextOf(
  context: PreviewContext,
  { view }: MirroredSubscription,
  { total, ...next }: Omit<NextInvoice, 'currency'>,
): Promise<CostPreview['next_invoice']> {
  const payer = { customer: view.customer_id, subscription: view.id };
  const charged = isPausedAt(view, next.date) ? null : total;
  return readFromStripe(() =>
    readNextInvoice(context, payer, { ...next, total: charged, currency: view.currency }, context.now),
  );
}

/** The next invoice after a change, without items that another subscription's invoice takes before. */
async function previewOfNext(
  context: PreviewContext,
  subscription: MirroredSubscription,
  change: ChangeOfNext,
): Promise<Stripe.Invoice> {
  const { view } = subscription;
  const next = await previewNextInvoice(context.stripe, subscription, change);
  const payer = { customer: view.customer_id, subscription: view.id };
  const taken = await itemsTakenBefore(context, payer, next, view.period.end, context.now);
  return taken.length === 0 ? next : previewNextInvoice(context.stripe, subscription, change, taken);
}

async function previewAddition(
  context: PreviewContext,
  change: Extract<ChangeToPreview, { kind: 'add' }>,
): Promise<CostPreview> {
  const { db, stripe, practiceId } = context;
  const planned = await planAddition(db, practiceId, change.subscription_id, change.optional_features);
  const { subscription, changes, prices: priceIds } = planned;
  const { view } = subscription;
  const catalogue = await readCataloguePrices(db);
  const added = changes.map((one): PricedItem & PhaseItem => {
    if ('price' in one) return { price: one.price, quantity: 1 };
    return { price: subscription.items.find(({ id }) => id === one.id)?.price_id ?? '', quantity: one.quantity };
  });
  const others = continuing(subscription).filter(
    ({ price_id: id }) => !added.some(({ price: priceId }) => priceId === id),
  );
  const [today, next, recurring, lifts] = await readFromStripe(() =>
    Promise.all([
      changes.length === 0 ? undefined : whole(stripe, previewOfItems(stripe, subscription, changes)),
      isEndingAtPeriodEnd(subscription)
        ? null
        : previewOfNext(context, subscription, { items: changes, phases: phasesWith(subscription, added) }),
      recurringOf(stripe, subscription, [...pricedItems(others), ...added], {
        phases: phasesWith(subscription, added),
      }),
      liftsOf(context, priceIds, catalogue),
    ]),
  );
  const from = today && prorationIn(today);
  const balance = today?.ending_balance ?? next?.starting_balance;
  return {
    ...empty,
    currency: view.currency,
    due_today: today?.amount_due ?? 0,
    lines: today ? linesDue(today) : [],
    credit: today ? creditOf(today) : 0,
    next_invoice: await nextOf(context, subscription, {
      total: next?.total ?? null,
      balance,
      date: view.period.end,
      keepsDates: true,
    }),
    recurring,
    card: view.payment_method,
    effective_at: from ?? view.period.start,
    ...(typeof from === 'number' && { proration_date: from }),
    starts: namesOf(priceIds, catalogue),
    lifts,
  };
}

async function previewSwitch(
  context: PreviewContext,
  change: Extract<ChangeToPreview, { kind: 'switch' }>,
): Promise<CostPreview> {
  const { db, stripe, practiceId } = context;
  const planned = await planSwitch(db, practiceId, change.subscription_id, change.plan_id);
  const { subscription, items, prices: priceIds, added, ends, to, from } = planned;
  const { view } = subscription;
  const [catalogue, sources] = await Promise.all([readCataloguePrices(db), readEntitlementInputs(db, [practiceId])]);
  const today = await readFromStripe(() => whole(stripe, previewOfItems(stripe, subscription, items)));
  const start = prorationIn(today) ?? today.created;
  const isOtherInterval = subscription.items[0]?.interval !== to.interval;
  const next = isOtherInterval ? periodEnd(start, { interval: to.interval, count: 1 }, start) : view.period.end;
  const itemsAfter = priceIds.map((priceId) => ({ price: priceId, quantity: 1 }));
  const [recurring, lifts] = await readFromStripe(() =>
    Promise.all([recurringOf(stripe, subscription, itemsAfter, { renewal: next }), liftsOf(context, added, catalogue)]),
  );
  const own = sources.get(practiceId) ?? noInputs;
  const others = own.items.filter(({ id }) => !subscription.items.some((item) => item.id === id));
  return {
    ...empty,
    currency: view.currency,
    due_today: today.amount_due,
    lines: linesDue(today),
    credit: creditOf(today),
    next_invoice: await nextOf(context, subscription, {
      total: recurring?.amount ?? null,
      balance: today.ending_balance ?? 0,
      date: next,
    }),
    recurring,
    card: view.payment_method,
    effective_at: start,
    proration_date: start,
    starts: [to.name],
    ends: [from, ...ends].filter((name) => name !== to.name).map((name) => ({ name, date: start })),
    lifts,
    paid_twice: alreadyPaidBy(to, { items: others }),
  };
}

async function previewRemoval(
  context: PreviewContext,
  change: Extract<ChangeToPreview, { kind: 'remove' }>,
): Promise<CostPreview> {
  const { db, stripe, practiceId } = context;
  const { subscription_id: subscriptionId, subscription_item_id: itemId } = change;
  const { subscription, items, names } = await planRemoval(db, practiceId, subscriptionId, itemId);
  const { view } = subscription;
  const priceIds = items.map(({ price_id: priceId }) => priceId);
  const left = continuing(subscription).filter(({ price_id: priceId }) => !priceIds.includes(priceId));
  const ending = subscription.items.filter((one) => !left.includes(one));
  const [next, recurring] = await readFromStripe(() =>
    Promise.all([
      isEndingAtPeriodEnd(subscription)
        ? null
        : previewOfNext(context, subscription, {
            items: ending.map(({ id }) => ({ id, deleted: true })),
            phases: phasesWithout(subscription, priceIds),
          }),
      recurringOf(stripe, subscription, pricedItems(left), { phases: phasesWithout(subscription, priceIds) }),
    ]),
  );
  const date = endOfPaidPeriod(subscription);
  return {
    ...empty,
    currency: view.currency,
    next_invoice: await nextOf(context, subscription, {
      total: next?.total ?? null,
      balance: next?.starting_balance,
      date: view.period.end,
      keepsDates: true,
    }),
    recurring,
    effective_at: date,
    ends: names.map((name) => ({ name, date })),
  };
}

async function previewUndo(
  context: PreviewContext,
  change: Extract<ChangeToPreview, { kind: 'undo-removal' }>,
): Promise<CostPreview> {
  const { db, stripe, practiceId } = context;
  const { subscription_id: subscriptionId, subscription_item_id: itemId } = change;
  const { subscription, items, names } = await planUndoRemoval(db, practiceId, subscriptionId, itemId);
  const { view } = subscription;
  const priceIds = items.map(({ price_id: priceId }) => priceId);
  const phases = phasesAfterUndo(subscription, priceIds);
  const staying = [...continuing(subscription).filter((one) => !items.includes(one)), ...items];
  const [next, recurring] = await readFromStripe(() =>
    Promise.all([
      isEndingAtPeriodEnd(subscription) ? null : previewOfNext(context, subscription, { items: [], phases }),
      recurringOf(stripe, subscription, pricedItems(staying), { phases }),
    ]),
  );
  return {
    ...empty,
    currency: view.currency,
    next_invoice: await nextOf(context, subscription, {
      total: next?.total ?? null,
      balance: next?.starting_balance,
      date: view.period.end,
      keepsDates: true,
    }),
    recurring,
    effective_at: view.period.end,
    starts: names,
  };
}

async function previewStart(context: PreviewContext, start: StartPlan, isTrial: boolean): Promise<CostPreview> {
  const { db, stripe, practiceId } = context;
  const { plan, prices: priceIds } = await planStart(db, practiceId, start);
  const { customer: customerId } = start;
  const [catalogue, sources] = await Promise.all([readCataloguePrices(db), readEntitlementInputs(db, [practiceId])]);
  const items = priceIds.map((priceId) => ({ price: priceId, quantity: 1 }));
  const [today, owner, lifts] = await readFromStripe(() =>
    Promise.all([
      whole(stripe, previewOfStart(stripe, customerId, priceIds)),
      findCustomer(stripe, customerId),
      liftsOf(context, priceIds, catalogue),
    ]),
  );
  const period = today.lines.data[0]?.period ?? { start: today.created, end: today.created };
  const trialEnd = period.start + plan.trialDays * DAY_S;
  const paid = discountSourcesOf(undefined, owner, undefined);
  const periodAt = (date: number): FullPeriod => ({
    customerId,
    subscription: undefined,
    items,
    discounts: discountsAt(paid, date),
  });
  // Just after the next renewal, for which a coupon for one invoice is used up.
  const recurring = await readFromStripe(() => recurringIn(stripe, periodAt((isTrial ? trialEnd : period.end) + 1)));
  const common = {
    ...empty,
    currency: today.currency,
    effective_at: period.start,
    recurring,
    card: owner ? cardIn(defaultMethodOf(owner)) : null,
    starts: namesOf(priceIds, catalogue),
    lifts,
    paid_twice: alreadyPaidBy(plan, sources.get(practiceId) ?? noInputs),
  };
  const full = recurring?.amount ?? today.total;
  const stated = (next: { total: number; balance: number; date: number }) =>
    readFromStripe(() =>
      readNextInvoice(
        context,
        { customer: customerId, subscription: null },
        { ...next, currency: today.currency },
        context.now,
      ),
    );
  if (isTrial) {
    // The first charge still has a coupon for one invoice.
    const first = trialEnd < (owner?.discount?.end ?? Infinity) ? today.total : full;
    const next = await stated({ total: first, balance: today.starting_balance, date: trialEnd });
    return { ...common, trial_end: trialEnd, next_invoice: next };
  }
  return {
    ...common,
    due_today: today.amount_due,
    lines: linesDue(today),
    next_invoice: await stated({ total: full, balance: today.ending_balance ?? 0, date: period.end }),
  };
}

/** Previews an immediate end: no charge, no refund, and no further invoice (DECISIONS 13). */
async function previewEnd({ db, now }: PreviewContext, subscription: MirroredSubscription): Promise<CostPreview> {
  const catalogue = await readCataloguePrices(db);
  const { view, items, own } = subscription;
  const date = Math.max(Math.floor(now.getTime() / 1000), view.period.start);
  const names = items
    .filter(({ id }) => own.has(id) || !hasSeat(subscription))
    .map((item) => nameOfItem(item, catalogue));
  return { ...empty, currency: view.currency, effective_at: date, ends: names.map((name) => ({ name, date })) };
}

async function previewCancellation(
  context: PreviewContext,
  change: Extract<ChangeToPreview, { kind: 'cancel' }>,
): Promise<CostPreview> {
  const { db, stripe, practiceId } = context;
  const subscription = await planCancellation(db, practiceId, change.subscription_id);
  const end = await previewEnd(context, subscription);
  if (change.with_credit !== true) return end;
  await assertCreditable(stripe, subscription);
  const { view } = subscription;
  const details = { cancel_now: true, proration_behavior: 'create_prorations' } as const;
  const today = await readFromStripe(() =>
    whole(
      stripe,
      stripe.invoices.createPreview({
        customer: view.customer_id,
        subscription: view.id,
        subscription_details: details,
      }),
    ),
  );
  return { ...end, due_today: today.amount_due, lines: linesDue(today), credit: creditOf(today) };
}

async function previewEndOfUnpaid(context: PreviewContext, subscriptionId: string): Promise<CostPreview> {
  const { db, stripe, practiceId } = context;
  const subscription = await planEndOfUnpaid(db, practiceId, subscriptionId);
  const owed = await readFromStripe(() => listOpenInvoicesOf(stripe, subscriptionId));
  const invoices = owed.map(({ number, amount_remaining: due }) => ({ number, amount_due: due }));
  return { ...(await previewEnd(context, subscription)), open_invoices: invoices };
}

/** @throws AppError when the change itself would fail */
export const previewChange = (context: BillingContext, change: ChangeToPreview, now: Date): Promise<CostPreview> =>
  whileSold(context, now, () => preview({ ...context, now }, change));

async function preview(context: PreviewContext, change: ChangeToPreview): Promise<CostPreview> {
  const { db, practiceId } = context;
  switch (change.kind) {
    case 'add':
      return previewAddition(context, change);
    case 'switch':
      return previewSwitch(context, change);
    case 'remove':
      return previewRemoval(context, change);
    case 'undo-removal':
      return previewUndo(context, change);
    case 'cancel':
      return previewCancellation(context, change);
    case 'end-unpaid':
      return previewEndOfUnpaid(context, change.subscription_id);
    case 'cancel-trial': {
      const trial = { planId: change.plan_id, trialId: change.trial_id };
      return previewEnd(context, await planTrialCancellation(db, practiceId, trial));
    }
    case 'start':
    case 'trial': {
      const { plan_id: plan, customer_id: customerId, optional_features: chosen } = change;
      return previewStart(context, { plan, customer: customerId, chosen }, change.kind === 'trial');
    }
  }
}

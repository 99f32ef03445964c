/** Previews changes of a subscription's items and plan. */
import type Stripe from 'stripe';
import type { ChangeToPreview, CostPreview } from 'shared-api/contracts';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { readEntitlementInputs } from '../../entitlements/entitlement-sources.js';
import { noInputs } from '../../entitlements/sources.js';
import { readFromStripe } from '../../stripe/stripe-errors.js';
import { planAddition, previewOfItems } from '../commands/add-items.js';
import { planRemoval, planUndoRemoval } from '../commands/remove-item.js';
import {
  endOfPaidPeriod,
  type PhaseItem,
  phasesAfterUndo,
  phasesWith,
  phasesWithout,
} from '../commands/schedule-phases.js';
import { prorationIn, versionOf } from '../commands/stale-preview.js';
import { planSwitch } from '../commands/switch-plan.js';
import type { MirroredSubscription } from '../mirror/read-mirror.js';
import { type ItemSnapshot, quantityOf, stopDateOf } from '../mirror/snapshots.js';
import type { NextInvoice } from './apply-balance.js';
import { periodEnd } from './billing-periods.js';
import { itemsChargedEarlier, readNextInvoice } from './next-invoice.js';
import { alreadyPaidBy } from './offers.js';
import { emptyPreview, liftsOf, namesOf, type PreviewContext, previewWithAllLines } from './preview-parts.js';
import {
  type ChangeOfNext,
  creditOf,
  discountsOf,
  chargedLines,
  pendingItemsOf,
  previewNextInvoice,
  previewUnchanged,
  totalWithoutProrations,
} from './provider-previews.js';
import { type PricedItem, pricedItems, recurringOf } from './recurring-after.js';

type NextPreview = Pick<Stripe.Invoice, 'total' | 'starting_balance' | 'created'>;

/**
 * True if the next invoice comes before the renewal, because a phase starts within the period and the change keeps it.
 */
const isWithinPeriod = ({ view }: MirroredSubscription, next: NextPreview | null): boolean =>
  next !== null && next.created < view.period.end;

/** Items of a subscription that continue after its paid period. */
function continuing({ items, view, schedule }: MirroredSubscription): ItemSnapshot[] {
  return items.filter((item) => {
    const stop = stopDateOf(item.price_id, view, schedule);
    return stop === null || stop > view.period.end;
  });
}

const isEndingAtPeriodEnd = ({ view }: MirroredSubscription): boolean =>
  view.cancel_at !== null && view.cancel_at <= view.period.end;

/** The invoice after the current period includes its usage, also for items that end with it. */
const isByUsage = ({ items }: MirroredSubscription): boolean => items.some((item) => quantityOf(item) === undefined);

/** True if collection is paused, without a date or until then. */
const isPausedAt = ({ is_paused: isPaused, resumes_at: at }: MirroredSubscription['view'], date: number): boolean =>
  isPaused === true && (at ?? Infinity) > date;

/**
 * The next invoice of an existing subscription. Null if there is none.
 *
 * @param next with a null total if the subscription ends first. While collection is paused, nothing is charged
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

/**
 * The next invoice after a change, without items on an earlier invoice: another subscription's, or the change's own.
 *
 * @param today the change's invoice, if any
 */
async function previewOfNext(
  context: PreviewContext,
  subscription: MirroredSubscription,
  change: ChangeOfNext,
  today?: Promise<Stripe.Invoice>,
): Promise<NextPreview> {
  const { stripe } = context;
  const { view } = subscription;
  const isCharged = today !== undefined;
  const preview = (left: readonly string[] = []) =>
    previewWithAllLines(stripe, previewNextInvoice(stripe, subscription, { ...change, isCharged }, left));
  const next = await preview();
  const payer = { customer: view.customer_id, subscription: view.id };
  const byOthers = await itemsChargedEarlier(context, payer, next, view.period.end, context.now);
  const charged = await today;
  const byChange = charged ? pendingItemsOf(charged) : [];
  const taken = [
    ...byOthers,
    ...pendingItemsOf(next).filter((item) => byChange.includes(item) && !byOthers.includes(item)),
  ];
  const left = taken.length === 0 ? next : await preview(taken);
  if (!charged) return left;
  const isLater = ({ start_date: start }: { start_date: number }): boolean => start > charged.created;
  const until = subscription.schedule ? (change.phases.find(isLater)?.start_date ?? view.period.end) : undefined;
  return { ...left, total: totalWithoutProrations(left, charged, until) };
}

export async function previewAddition(
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
  const phases = phasesWith(subscription, added);
  const [today, next, recurring, lifts] = await readFromStripe(() => {
    const now =
      changes.length === 0 ? undefined : previewWithAllLines(stripe, previewOfItems(stripe, subscription, changes));
    const isLast = isEndingAtPeriodEnd(subscription);
    return Promise.all([
      now,
      isLast ? null : previewOfNext(context, subscription, { items: changes, phases }, now),
      recurringOf(stripe, subscription, [...pricedItems(others), ...added], { phases }),
      liftsOf(context, priceIds, catalogue),
    ]);
  });
  const from = today && prorationIn(today);
  const balance = today?.ending_balance ?? next?.starting_balance;
  return {
    ...emptyPreview,
    currency: view.currency,
    due_today: today?.amount_due ?? 0,
    lines: today ? chargedLines(today) : [],
    credit: today ? creditOf(today) : 0,
    next_invoice: await nextOf(context, subscription, {
      total: next?.total ?? null,
      balance,
      date: view.period.end,
      keepsDates: isWithinPeriod(subscription, next),
      by_usage: isByUsage(subscription),
    }),
    recurring,
    card: view.payment_method,
    effective_at: from ?? view.period.start,
    ...(typeof from === 'number' && { proration_date: from }),
    subscription_version: versionOf(subscription),
    starts: namesOf(priceIds, catalogue),
    lifts,
  };
}

interface Waiting {
  /** The items' contribution to the invoice. */
  amount: number;
  /** True if the customer's discount for one invoice is left for it. */
  isOnceLeft: boolean;
}

/**
 * Pending items and discount of the next invoice after a switch, which neither the switch's invoice nor another
 * subscription's includes.
 *
 * @param date of the next invoice
 */
async function waitingAfter(
  context: PreviewContext,
  { view }: MirroredSubscription,
  today: Stripe.Invoice,
  date: number,
): Promise<Waiting> {
  const next = { subscription: view.id };
  const unchanged = await previewUnchanged(context.stripe, next);
  const charged = pendingItemsOf(today);
  const payer = { customer: view.customer_id, subscription: view.id };
  const taken = [...charged, ...(await itemsChargedEarlier(context, payer, unchanged, date, context.now))];
  const used = [...taken, ...discountsOf(today)];
  const isOnceLeft = discountsOf(unchanged).some((discount) => !used.includes(discount));
  const left = pendingItemsOf(unchanged).filter((item) => !taken.includes(item));
  if (left.length === 0) return { amount: 0, isOnceLeft };
  const [having, lacking] = await Promise.all([
    previewUnchanged(context.stripe, next, taken),
    previewUnchanged(context.stripe, next, [...taken, ...left]),
  ]);
  return { amount: having.total - lacking.total, isOnceLeft };
}

export async function previewSwitch(
  context: PreviewContext,
  change: Extract<ChangeToPreview, { kind: 'switch' }>,
): Promise<CostPreview> {
  const { db, stripe, practiceId } = context;
  const planned = await planSwitch(db, practiceId, change.subscription_id, change.plan_id);
  const { subscription, items, prices: priceIds, added, ends, to, from } = planned;
  const { view } = subscription;
  const [catalogue, sources] = await Promise.all([readCataloguePrices(db), readEntitlementInputs(db, [practiceId])]);
  const today = await readFromStripe(() => previewWithAllLines(stripe, previewOfItems(stripe, subscription, items)));
  const start = prorationIn(today) ?? today.created;
  const isOtherInterval = subscription.items[0]?.interval !== to.interval;
  const next = isOtherInterval ? periodEnd(start, { interval: to.interval, count: 1 }, start) : view.period.end;
  const switched = new Map(
    items.flatMap(({ id, price }) => (id !== undefined && price !== undefined ? [[id, price]] : [])),
  );
  const itemsAfter = priceIds.map((priceId) => ({ price: priceId, quantity: 1 }));
  const periodAfter = { renewal: next, switched };
  const [recurring, lifts] = await readFromStripe(() =>
    Promise.all([recurringOf(stripe, subscription, itemsAfter, periodAfter), liftsOf(context, added, catalogue)]),
  );
  const waiting = await readFromStripe(() => waitingAfter(context, subscription, today, next));
  const charged = waiting.isOnceLeft
    ? await readFromStripe(() => recurringOf(stripe, subscription, itemsAfter, { ...periodAfter, isOnceLeft: true }))
    : recurring;
  const own = sources.get(practiceId) ?? noInputs;
  const others = own.items.filter(({ id }) => !subscription.items.some((item) => item.id === id));
  return {
    ...emptyPreview,
    currency: view.currency,
    due_today: today.amount_due,
    lines: chargedLines(today),
    credit: creditOf(today),
    next_invoice: await nextOf(context, subscription, {
      total: charged && charged.amount + waiting.amount,
      balance: today.ending_balance ?? 0,
      date: next,
    }),
    recurring,
    card: view.payment_method,
    effective_at: start,
    proration_date: start,
    subscription_version: versionOf(subscription),
    starts: [to.name],
    ends: [from, ...ends].filter((name) => name !== to.name).map((name) => ({ name, date: start })),
    lifts,
    paid_twice: alreadyPaidBy(to, { items: others }),
  };
}

/** The next invoice after a change that takes effect with the next period. @param next its preview; null if there is none */
const renewalOf = (
  context: PreviewContext,
  subscription: MirroredSubscription,
  next: NextPreview | null,
): ReturnType<typeof nextOf> =>
  nextOf(context, subscription, {
    total: next?.total ?? null,
    balance: next?.starting_balance,
    date: subscription.view.period.end,
    keepsDates: isWithinPeriod(subscription, next),
    by_usage: isByUsage(subscription),
  });

export async function previewRemoval(
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
    ...emptyPreview,
    currency: view.currency,
    next_invoice: await renewalOf(context, subscription, next),
    recurring,
    effective_at: date,
    ends: names.map((name) => ({ name, date })),
  };
}

export async function previewUndo(
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
    ...emptyPreview,
    currency: view.currency,
    next_invoice: await renewalOf(context, subscription, next),
    recurring,
    effective_at: view.period.end,
    starts: names,
  };
}

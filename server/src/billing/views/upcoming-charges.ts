/**
 * All charges of the next 13 months, computed from the provider's own previews of the existing subscriptions, schedules
 * and items. All pages read upcoming charges from here.
 */
import type Stripe from 'stripe';
import type {
  CostPreview,
  Debt,
  OverdueInvoice,
  SubscriptionPrice,
  UnpaidInvoice,
  UpcomingCharge,
  UpcomingCharges,
} from 'shared-api/contracts';
import { type CataloguePrices, readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import type { PriceNames } from '../../catalogue/price-names.js';
import { notFound } from '../../http/app-error.js';
import type { ChargedMethod } from '../../payments/charged-method.js';
import { describeProblems, MAX_READ_AT_ONCE, progressOf } from '../../payments/customer-problems.js';
import { listCustomerIds } from '../../payments/customers-repository.js';
import { readEachKept } from '../../payments/kept-readings.js';
import { findPractice } from '../../practices/practices-repository.js';
import { mapConcurrently } from '../../stripe/concurrency.js';
import type { BillingContext } from '../billing-context.js';
import { fetchItems } from '../mirror/fetch-snapshots.js';
import { syncInvoices } from '../mirror/invoices.js';
import { findProgress, type PaidInMonth, readPaidByMonth } from '../mirror/invoices-repository.js';
import { idOf } from '../mirror/snapshots.js';
import { isRenewed } from '../statuses.js';
import type { RecurringInterval } from './billing-periods.js';
import {
  cardIn,
  type CustomerBilling,
  findCustomer,
  isSent,
  nameOfItems,
  readCustomerBilling,
  subscriptionIdOf,
} from './customer-billing.js';
import { discountsAt, discountSourcesOf, itemDiscountsAt, withCoupons } from './discounts-at.js';
import {
  type ChargeTimeline,
  type TimelineCharge,
  type TimelineItem,
  chargesUntil,
  endsUntil,
  itemsKey,
} from './charge-timeline.js';
import { monthOf, monthsAround } from './months.js';
import {
  dueWith,
  type FullPeriod,
  linesOf,
  pendingItemsOf,
  previewFullPeriod,
  previewUnchanged,
} from './provider-previews.js';
import { itemsOnceOf, payerAt, readItemCoupons, settingsAt, upcomingPhaseAt } from './scheduled-phase.js';
import { OF_SHORTENED, shortenedInvoice } from './shortened-period.js';
import { type ChargedPeriod, priceOf } from './subscription-price.js';
import {
  type BalanceOwner,
  type ChargeDraft,
  type NextInvoice,
  applyBalance,
  nextWithBalance,
  usedBalances,
} from './apply-balance.js';

const MONTHS_AHEAD = 13;
const HALF_YEAR_S = 190 * 86_400;
/** Subscriptions of a customer that are projected at the same time. */
const CONCURRENCY = 6;

interface ProjectionContext {
  stripe: Stripe;
  billing: CustomerBilling;
  until: number;
}

const intervals = ['day', 'week', 'month', 'year'] as const;

function recurringOf(price: Stripe.Price | undefined): RecurringInterval {
  const interval = intervals.find((one) => one === price?.recurring?.interval) ?? 'month';
  return { interval, count: price?.recurring?.interval_count ?? 1 };
}

function timelineItem(
  { price, quantity }: { price: string | Stripe.Price | Stripe.DeletedPrice; quantity?: number | null | undefined },
  names: PriceNames,
): TimelineItem {
  const whole = typeof price === 'string' || price.deleted ? undefined : price;
  return {
    price: idOf(price) ?? '',
    quantity: whole?.recurring?.usage_type === 'metered' ? undefined : (quantity ?? 1),
    name: names.nameOf(price),
    recurring: recurringOf(whole),
  };
}

const prorations = ['none', 'create_prorations', 'always_invoice'] as const;

function upcomingPhasesOf(
  schedule: Stripe.SubscriptionSchedule | undefined,
  from: number,
  names: PriceNames,
): ChargeTimeline['phases'] {
  const isOpen = schedule?.status === 'active' || schedule?.status === 'not_started';
  if (!schedule || !isOpen) return [];
  return schedule.phases
    .filter(({ start_date: start }) => start >= from)
    .sort((one, other) => one.start_date - other.start_date)
    .map(
      ({ start_date: start, end_date: end, items, proration_behavior: proration, billing_cycle_anchor: anchor }) => ({
        start,
        end,
        items: items.map((item) => timelineItem(item, names)),
        proration: prorations.find((one) => one === proration) ?? 'create_prorations',
        startsCycle: anchor === 'phase_start',
      }),
    );
}

function endOf(subscription: Stripe.Subscription, schedule: Stripe.SubscriptionSchedule | undefined): number | null {
  const isCanceledAfter = schedule?.status === 'active' && schedule.end_behavior === 'cancel';
  const last = isCanceledAfter ? (schedule.phases.at(-1)?.end_date ?? null) : null;
  const ends = [subscription.cancel_at, last].filter((at) => at !== null);
  return ends.length === 0 ? null : Math.min(...ends);
}

const isTrialThatEnds = (subscription: Stripe.Subscription, method: ChargedMethod | null): boolean =>
  subscription.status === 'trialing' &&
  method === null &&
  !isSent(subscription) &&
  subscription.trial_settings?.end_behavior.missing_payment_method === 'cancel';

function timelineOf(
  subscription: Stripe.Subscription,
  items: readonly Stripe.SubscriptionItem[],
  schedule: Stripe.SubscriptionSchedule | undefined,
  names: PriceNames,
): ChargeTimeline {
  const [first] = items;
  const trialEnd = subscription.status === 'trialing' ? subscription.trial_end : null;
  return {
    periodStart: first?.current_period_start ?? 0,
    periodEnd: trialEnd ?? first?.current_period_end ?? 0,
    isTrial: trialEnd !== null,
    anchor: trialEnd ?? subscription.billing_cycle_anchor,
    items: items.map((item) => timelineItem(item, names)),
    phases: upcomingPhasesOf(schedule, schedule?.current_phase?.end_date ?? 0, names),
    endsAt: endOf(subscription, schedule),
  };
}

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

type FullPeriods = Map<string, Promise<Stripe.Invoice>>;

/** What is charged for a period, of which the subscription's end may leave a part. Asks once for equal periods. */
async function chargedPeriod(
  context: ProjectionContext,
  period: Parameters<typeof fullPeriod>[1],
  share: number,
  known: FullPeriods,
): Promise<Stripe.Invoice> {
  if (share === 1) return fullPeriod(context, period, known);
  return shortenedInvoice(await fullPeriod(context, { ...period, expand: OF_SHORTENED }, known), share);
}

/** Asks once for equal periods. */
function fullPeriod(
  { stripe, billing }: ProjectionContext,
  period: Omit<FullPeriod, 'customerId'> & { items: readonly TimelineItem[] },
  known: FullPeriods,
): Promise<Stripe.Invoice> {
  const { items, settings, ...others } = period;
  const set = settings && { ...settings, items: [...settings.items] };
  const key = `${itemsKey(items)} ${JSON.stringify([others, set])}`;
  const found = known.get(key) ?? previewFullPeriod(stripe, { ...period, customerId: billing.customer.id });
  known.set(key, found);
  return found;
}

/** How a charge names what pays for it. */
const payerOf = (method: ChargedMethod | null, isMailed: boolean) => ({
  card: cardIn(method),
  ...(method && !method.card && { method_name: method.name }),
  ...(isMailed && { is_sent: true }),
});

/** The prices whose usage is the quantity. */
const meteredIn = (items: readonly Stripe.SubscriptionItem[]): ReadonlySet<string> =>
  new Set(items.flatMap(({ price }) => (price.recurring?.usage_type === 'metered' ? [price.id] : [])));

const usageOf = (items: readonly TimelineItem[]): Pick<ChargeDraft, 'by_usage'> =>
  items.some(({ quantity }) => quantity === undefined) ? { by_usage: true } : {};

/** The provider previews prorations of the next invoice alone. */
const prorationOf = ({ isProrated }: TimelineCharge): Pick<ChargeDraft, 'before_proration'> =>
  isProrated ? { before_proration: true } : {};

/** True for the first invoice since a phase has started. */
const isFirstOf = ({ start_date: start }: { start_date: number }, dates: readonly TimelineCharge[], date: number) =>
  dates.find((one) => one.date >= start)?.date === date;

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

/** A charge with the items on it that the customer's next invoice takes, whichever it is. */
interface ProjectedCharge {
  draft: ChargeDraft;
  /** Ids of the pending items on its preview. */
  pending: readonly string[];
  /** The charge without items that an earlier one takes. */
  without?: (taken: readonly string[]) => Promise<ChargeDraft>;
}

interface ProjectedSubscription {
  charges: ProjectedCharge[];
  ends: UpcomingCharges['ends'];
  prices: SubscriptionPrice[];
}

const planned = (draft: ChargeDraft): ProjectedCharge => ({ draft, pending: [] });

const nothing: ProjectedSubscription = { charges: [], ends: [], prices: [] };

async function projectSubscription(
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
  const drafts = draftOf(billing, subscription, { ...payer, subscription: reference }).map(planned);
  if (!isRenewed(subscription.status) || resumesAt === Infinity) return { ...nothing, charges: drafts };
  if (isTrialThatEnds(subscription, method)) {
    const date = subscription.trial_end ?? timeline.periodEnd;
    return { ...nothing, ends: [{ date, subscription: reference, item: null }] };
  }
  const dates = chargesUntil(timeline, until);
  const collected = dates.flatMap((charge, index) => (charge.date < resumesAt ? [] : [{ ...charge, index }]));
  const known: FullPeriods = new Map();
  const sources = discountSourcesOf(subscription, billing.customer, schedule);
  const coupons = await readItemCoupons(stripe, schedule);
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
    collected,
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
            discounts: discountsAt(sources, date),
            ...(phase && settingsAt({ phase, date, firstCharge, coupons, known: ofItems })),
            ...(once.length > 0 && { once, isFirst: true, taken }),
          },
          share,
          known,
        );
      const isNext = index === 0;
      const invoice = isNext ? await previewUnchanged(stripe, next) : isPeriod ? await previewed() : null;
      const isConversion = isNext && subscription.status === 'trialing';
      const draftWith = (preview: Stripe.Invoice | null): ChargeDraft => ({
        kind: isConversion ? 'trial_conversion' : isChanged ? 'scheduled_change' : 'renewal',
        date,
        total: preview?.total ?? 0,
        isDue: false,
        ...usageOf(due),
        ...(!isNext && prorationOf(dated)),
        currency: subscription.currency,
        ...(payerThen ? payerOf(payerThen.method, payerThen.isSent) : payer),
        subscription: reference,
        lines: preview ? linesOf(preview) : [],
      });
      const charge: ProjectedCharge = {
        draft: draftWith(invoice),
        pending: invoice && (isNext || once.length > 0) ? pendingItemsOf(invoice) : [],
        without: async (taken) => draftWith(await (isNext ? previewUnchanged(stripe, next, taken) : previewed(taken))),
      };
      return { charge, date, invoice, isChanged, isFull: share === 1 };
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
    prices: priceOf(subscription, projected, meteredIn(items)),
  };
}

/** A schedule that has not started: its first phase starts a subscription. */
async function projectSchedule(
  context: ProjectionContext,
  schedule: Stripe.SubscriptionSchedule,
): Promise<ProjectedSubscription> {
  const { stripe, until, billing } = context;
  const phases = upcomingPhasesOf(schedule, 0, billing.names);
  const [first] = phases;
  if (!first || first.start > until) return nothing;
  const [started] = [...schedule.phases].sort((one, other) => one.start_date - other.start_date);
  const trialEnd = started?.trial_end != null && started.trial_end > first.start ? started.trial_end : null;
  const firstCharge = trialEnd ?? first.start;
  const timeline: ChargeTimeline = {
    periodStart: first.start - 1,
    periodEnd: firstCharge,
    isTrial: trialEnd !== null,
    anchor: firstCharge,
    items: first.items,
    phases,
    endsAt: schedule.end_behavior === 'cancel' ? (phases.at(-1)?.end ?? null) : null,
  };
  const name = billing.names.nameOfAll((started?.items ?? []).map(({ price }) => price)) ?? schedule.id;
  const reference = { id: schedule.id, name };
  const known: FullPeriods = new Map();
  const sources = discountSourcesOf(undefined, billing.customer, schedule);
  const coupons = await readItemCoupons(stripe, schedule);
  // What is charged once is charged at the start of a trial.
  const atStart: TimelineCharge[] =
    trialEnd !== null && started && started.add_invoice_items.length > 0
      ? [{ date: first.start, items: [], isPeriod: false, isProrated: false, isChanged: false, share: 1 }]
      : [];
  const dates = [...atStart, ...chargesUntil(timeline, until)];
  const charges = await mapConcurrently(dates, CONCURRENCY, async (dated): Promise<ProjectedCharge> => {
    const { date, items, isPeriod, isChanged, share } = dated;
    const phase = upcomingPhaseAt(schedule, date);
    const ofPhase = phase === started ? firstCharge : (phase?.start_date ?? date);
    const payer = phase
      ? payerAt(schedule, phase, billing.defaultMethod)
      : { method: billing.defaultMethod, isSent: false };
    const isFirst = date === firstCharge;
    const once = phase && isFirstOf(phase, dates, date) ? itemsOnceOf(phase) : [];
    const period = {
      subscription: undefined,
      items,
      discounts: discountsAt(sources, date, ofPhase),
      isFirst: isFirst || once.length > 0,
      ...(once.length > 0 && { once }),
      ...(phase && settingsAt({ phase, date, firstCharge: ofPhase, coupons, known: [] })),
    };
    const isStart = date === first.start;
    const chargeWithout = async (taken: readonly string[]) => {
      const invoice =
        isStart && !isPeriod
          ? await previewUnchanged(stripe, { schedule: schedule.id }, taken)
          : isPeriod
            ? await chargedPeriod(context, { ...period, taken }, share, known)
            : null;
      const draft: ChargeDraft = {
        kind: isStart ? 'scheduled_start' : isFirst ? 'trial_conversion' : isChanged ? 'scheduled_change' : 'renewal',
        date,
        total: invoice?.total ?? 0,
        isDue: false,
        ...usageOf(items),
        ...prorationOf(dated),
        currency: invoice?.currency ?? phase?.currency ?? '',
        ...payerOf(payer.method, payer.isSent),
        subscription: reference,
        lines: invoice ? linesOf(invoice) : [],
      };
      return { draft, pending: invoice && (isStart || period.isFirst) ? pendingItemsOf(invoice) : [] };
    };
    return { ...(await chargeWithout([])), without: async (taken) => (await chargeWithout(taken)).draft };
  });
  const ends = endsUntil(timeline, until).map((end) => ({ ...end, subscription: reference }));
  return { ...nothing, charges, ends };
}

/** Open invoices that the provider retries automatically. */
function retriesOf(overdue: readonly OverdueInvoice[], until: number): ChargeDraft[] {
  return overdue.flatMap(
    ({ next_attempt: date, amount_due: total, currency, card, method_name: name, subscription, number }) =>
      date === null || date > until
        ? []
        : [
            {
              kind: 'open_invoice',
              date,
              total,
              isDue: true,
              currency,
              card,
              ...(name !== undefined && { method_name: name }),
              subscription,
              lines: [{ description: `Invoice ${number ?? ''}`.trim(), amount: total }],
            },
          ],
  );
}

interface TakenItem {
  item: string;
  subscription: string;
  date: number;
}

/**
 * An item of the customer alone is on the preview of every subscription, and the next invoice of any of them takes it
 * (https://docs.stripe.com/billing/invoices/subscription). So it counts once, with the earliest charge.
 */
async function withItemsOnce(
  charges: readonly ProjectedCharge[],
): Promise<{ drafts: ChargeDraft[]; takers: TakenItem[] }> {
  const taker = new Map<string, ProjectedCharge>();
  for (const charge of charges) {
    for (const item of charge.pending) {
      const found = taker.get(item);
      if (!found || charge.draft.date < found.draft.date) taker.set(item, charge);
    }
  }
  const drafts = await mapConcurrently(charges, CONCURRENCY, (charge) => {
    const taken = charge.pending.filter((item) => taker.get(item) !== charge);
    return taken.length > 0 && charge.without ? charge.without(taken) : Promise.resolve(charge.draft);
  });
  const takers = [...taker].map(([item, { draft }]) => ({
    item,
    subscription: draft.subscription?.id ?? '',
    date: draft.date,
  }));
  return { drafts, takers };
}

/** What is kept of a customer. A new shape needs a new version in `PROJECTION`. */
interface Projected {
  asOf: number;
  customer: BalanceOwner;
  /** Before the customer's balance is applied. */
  charges: ChargeDraft[];
  /** Which subscription or schedule takes each item that waits for the customer's next invoice. */
  takers: TakenItem[];
  ends: UpcomingCharges['ends'];
  prices: SubscriptionPrice[];
  overdue: OverdueInvoice[];
  unpaid: UnpaidInvoice[];
}

const PROJECTION = 'charges:6';

async function projectCustomer(
  { db, stripe }: BillingContext,
  prices: CataloguePrices,
  customerId: string,
  now: Date,
): Promise<Projected | undefined> {
  const customer = await findCustomer(stripe, customerId);
  if (!customer) return undefined;
  await syncInvoices({ db, stripe }, customerId, now);
  const { newest = 0 } = (await findProgress(db, customerId)) ?? {};
  const billing = await readCustomerBilling(stripe, customer, prices, Math.max(secondsOf(now), newest));
  const until = addMonths(billing.asOf, MONTHS_AHEAD);
  const context: ProjectionContext = { stripe, billing, until };
  const waiting = billing.schedules.filter(({ status }) => status === 'not_started');
  const projected = [
    ...(await mapConcurrently(billing.subscriptions, CONCURRENCY, (one) => projectSubscription(context, one))),
    ...(await mapConcurrently(waiting, CONCURRENCY, (one) => projectSchedule(context, one))),
  ];
  const { drafts, takers } = await withItemsOnce(projected.flatMap((one) => one.charges));
  const charges = [...drafts, ...retriesOf(billing.overdue, until)];
  const { id, name, email, balance, currency } = billing.customer;
  return {
    asOf: billing.asOf,
    customer: { id, name: name ?? null, email, balance, currency: currency ?? null },
    charges,
    takers,
    ends: projected.flatMap((one) => one.ends),
    prices: projected.flatMap((one) => one.prices),
    overdue: billing.overdue,
    unpaid: billing.unpaid,
  };
}

/** The first time at which what was projected is no longer ahead, though nobody has changed anything. */
function nextDateOf(projected: Projected | undefined): number | undefined {
  if (!projected) return undefined;
  const { asOf, charges, ends, overdue, unpaid } = projected;
  const dates = [
    ...[...charges, ...ends].map(({ date }) => date),
    ...overdue.map(({ next_attempt: at }) => at),
    ...unpaid.map(({ due_date: at }) => at),
  ];
  const ahead = dates.filter((date) => date !== null && date > asOf);
  return ahead.length === 0 ? undefined : Math.min(...(ahead as number[]));
}

function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  date.setUTCMonth(date.getUTCMonth() + months);
  return Math.floor(date.getTime() / 1000);
}

const byDate = <One extends { date: number }>(list: readonly One[]): One[] =>
  [...list].sort((one, other) => one.date - other.date);

/** Paid, overdue and upcoming totals of twelve months in the practice's time zone. */
function monthsOf(
  upcoming: readonly UpcomingCharge[],
  allOverdue: readonly OverdueInvoice[],
  paid: readonly PaidInMonth[],
  asOf: number,
  timeZone: string,
): UpcomingCharges['months'] {
  const currencies = new Set([...upcoming, ...allOverdue, ...paid].map(({ currency }) => currency));
  const sumOf = (
    list: readonly { amount: number; date: number; currency: string }[],
    month: string,
    currency: string,
  ) =>
    list
      .filter((one) => one.currency === currency && monthOf(one.date, timeZone) === month)
      .reduce((sum, { amount }) => sum + amount, 0);
  const listed = upcoming.filter(({ kind }) => kind !== 'open_invoice');
  const charges = [...listed, ...usedBalances(listed)];
  const present = monthOf(asOf, timeZone);
  return [...(currencies.size === 0 ? new Set(['usd']) : currencies)].flatMap((currency) =>
    monthsAround(asOf, timeZone).map((month) => ({
      month,
      currency,
      paid: paid.find((one) => one.month === month && one.currency === currency)?.amount ?? 0,
      upcoming: sumOf(charges, month, currency),
      overdue:
        month === present
          ? allOverdue.filter((one) => one.currency === currency).reduce((sum, { amount_due: due }) => sum + due, 0)
          : 0,
    })),
  );
}

/** Reads as many customers as one request may, from what is kept. */
const readProjected = (context: BillingContext, prices: CataloguePrices, customerIds: readonly string[], now: Date) =>
  readEachKept(
    context.db,
    now,
    customerIds,
    {
      kind: PROJECTION,
      read: (id) => projectCustomer(context, prices, id, now),
      changesAt: nextDateOf,
    },
    MAX_READ_AT_ONCE,
  );

/** Items on a preview that the invoice of another subscription takes before. @param at of the previewed invoice */
export async function itemsTakenBefore(
  context: BillingContext,
  { customer, subscription }: { customer: string; subscription: string },
  preview: Stripe.Invoice,
  at: number,
  now: Date,
): Promise<string[]> {
  const items = pendingItemsOf(preview);
  if (items.length === 0) return [];
  const { reads } = await readProjected(context, await readCataloguePrices(context.db), [customer], now);
  const takers = reads.flatMap((read) => ('problem' in read ? [] : (read.result?.takers ?? [])));
  const others = takers.filter((taker) => taker.subscription !== subscription && taker.date <= at);
  return items.filter((item) => others.some((taker) => taker.item === item));
}

/**
 * What the next invoice of a subscription charges after a change, as upcoming charges state it. Null if there is none.
 *
 * @param payer with the subscription; null for one that the change starts
 */
export async function readNextInvoice(
  context: BillingContext,
  payer: { customer: string; subscription: string | null },
  next: NextInvoice,
  now: Date,
): Promise<CostPreview['next_invoice']> {
  const { reads } = await readProjected(context, await readCataloguePrices(context.db), [payer.customer], now);
  const [projected] = reads.flatMap((read) => ('problem' in read ? [] : (read.result ?? [])));
  if (projected) return nextWithBalance(projected.charges, projected.customer, payer.subscription, next);
  if (next.total === null) return null;
  const amount = dueWith(next.total, 0, next.currency).due;
  // Unread, nobody knows what uses the balance before.
  return { amount, date: next.date, ...((next.balance ?? 0) !== 0 && { shared_balance: next.balance }) };
}

/** One debt for each customer and currency, in the order of the oldest invoice. */
function debtsOf(overdue: readonly OverdueInvoice[]): Debt[] {
  const debts = new Map<string, Debt>();
  for (const { customer, currency, card, method_name: name, since, amount_due: due, next_attempt: next } of overdue) {
    const key = `${customer.id} ${currency}`;
    const payer = { card, ...(name !== undefined && { method_name: name }) };
    const debt = debts.get(key) ?? { customer, currency, amount_due: 0, ...payer, since, next_attempt: null };
    const attempts = [debt.next_attempt, next].filter((attempt) => attempt !== null);
    debts.set(key, {
      ...debt,
      amount_due: debt.amount_due + due,
      next_attempt: attempts.length === 0 ? null : Math.min(...attempts),
    });
  }
  return [...debts.values()];
}

/**
 * @param customerId one customer of the practice; undefined for all of them
 * @throws AppError `not_found` for a customer of another practice
 */
export async function readUpcomingCharges(
  context: BillingContext,
  customerId: string | undefined,
  now: Date,
): Promise<UpcomingCharges> {
  const { db, practiceId } = context;
  const [own, prices, practice] = await Promise.all([
    listCustomerIds(db, practiceId),
    readCataloguePrices(db),
    findPractice(db, practiceId),
  ]);
  if (customerId !== undefined && !own.includes(customerId))
    throw notFound('This customer doesn’t belong to this practice.');
  const seconds = secondsOf(now);
  const ids = customerId === undefined ? own : [customerId];
  const { reads, unread } = await readProjected(context, prices, ids, now);
  const projected = reads.flatMap((read) => ('problem' in read ? [] : (read.result ?? [])));
  const asOf = Math.max(seconds, ...projected.map((one) => one.asOf));
  const charges = byDate(projected.flatMap((one) => applyBalance(one.charges, one.customer)));
  const overdue = projected.flatMap((one) => one.overdue).sort((one, other) => one.since - other.since);
  const readable = reads.flatMap((read) => ('problem' in read ? [] : [read.customer]));
  const timeZone = practice?.time_zone ?? 'UTC';
  const paid = await readPaidByMonth(db, readable, seconds - HALF_YEAR_S, timeZone);
  return {
    as_of: asOf,
    until: addMonths(asOf, MONTHS_AHEAD),
    charges,
    next_charge: charges.find(({ amount }) => amount > 0) ?? null,
    overdue,
    unpaid: projected.flatMap((one) => one.unpaid),
    debts: debtsOf(overdue),
    prices: projected.flatMap((one) => one.prices),
    ends: byDate(projected.flatMap((one) => one.ends)),
    months: monthsOf(charges, overdue, paid, asOf, timeZone),
    problems: await describeProblems(db, reads),
    ...progressOf(ids, unread),
  };
}

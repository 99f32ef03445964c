/** One charge of a subscription, from the provider's preview. */
import type Stripe from 'stripe';
import type { ChargeDraft } from './apply-balance.js';
import type { TimelineCharge } from './charge-timeline.js';
import { discountsAt, type DiscountSources, itemDiscountsAt } from './discounts-at.js';
import { pendingIn } from './pending-items.js';
import {
  chargedPeriod,
  type FullPeriods,
  isFirstOf,
  payerOf,
  type ProjectedCharge,
  type ProjectionContext,
  prorationOf,
  usageOf,
} from './projected-charges.js';
import { linesOf, previewUnchanged } from './provider-previews.js';
import { oneTimeItemsOf, payerAt, type readItemCoupons, settingsAt, upcomingPhaseAt } from './scheduled-phase.js';
import type { ChargedPeriod } from './subscription-price.js';

/** A pause of collection. */
export interface Pause {
  /** Epoch seconds. */
  resumesAt: number;
  /** True if the provider waives the amounts. */
  isForgiving: boolean;
}

/** Common inputs of all charges of a subscription. */
export interface SubscriptionPlan {
  subscription: Stripe.Subscription;
  items: readonly Stripe.SubscriptionItem[];
  schedule: Stripe.SubscriptionSchedule | undefined;
  dates: readonly TimelineCharge[];
  pause: Pause;
  sources: DiscountSources;
  coupons: Awaited<ReturnType<typeof readItemCoupons>>;
  /** Ids of the customer's discounts for one invoice. */
  ofOneInvoice: readonly string[];
  reference: ChargeDraft['subscription'];
  /** The payment method, unless a phase changes it. */
  payer: ReturnType<typeof payerOf>;
  known: FullPeriods;
}

export async function projectCharge(
  context: ProjectionContext,
  plan: SubscriptionPlan,
  dated: TimelineCharge,
): Promise<ChargedPeriod & { charge: ProjectedCharge }> {
  const { customer } = context.billing;
  const { date, isPeriod, isChanged, share } = dated;
  const invoiceWithout = (taken: readonly string[]) => previewWithout(context, plan, dated, taken);
  const invoice = await invoiceWithout([]);
  const waiting = invoice ? pendingIn(invoice, customer) : [];
  // It applies to one invoice of the customer, so it isn't part of a subscription's price.
  const used = waiting.filter((id) => plan.ofOneInvoice.includes(id));
  const priced = used.length > 0 ? await invoiceWithout(used) : invoice;
  const draftWith = (preview: Stripe.Invoice | null) => draftOf(context, plan, dated, preview);
  return {
    charge: {
      draft: draftWith(invoice),
      pending: waiting,
      without: async (taken) => draftWith(await invoiceWithout(taken)),
    },
    date,
    invoice: isPeriod ? priced : null,
    isChanged,
    isFull: share === 1,
  };
}

/** The phase that starts before the charge, and its one-time items. */
function phaseOf({ schedule, dates }: SubscriptionPlan, { date }: TimelineCharge) {
  const phase = upcomingPhaseAt(schedule, date);
  return { phase, once: phase && isFirstOf(phase, dates, date) ? oneTimeItemsOf(phase) : [] };
}

/** @param taken ids of pending items and discounts on an earlier charge @returns null if the preview charges nothing */
async function previewWithout(
  context: ProjectionContext,
  plan: SubscriptionPlan,
  dated: TimelineCharge,
  taken: readonly string[],
): Promise<Stripe.Invoice | null> {
  const { subscription, items, schedule, dates } = plan;
  if (dated === dates[0]) {
    const next = schedule ? { schedule: schedule.id } : { subscription: subscription.id };
    return previewUnchanged(context.stripe, next, taken);
  }
  if (!dated.isPeriod) return null;
  const { date, share } = dated;
  const { phase, once } = phaseOf(plan, dated);
  const firstCharge = dates.find((one) => one.isPeriod && one.date >= (phase?.start_date ?? 0))?.date ?? date;
  const current = {
    id: subscription.id,
    items: items.map(({ id, price, discounts }) => ({
      id,
      price: price.id,
      discounts: itemDiscountsAt(discounts, date),
    })),
  };
  const itemDiscounts = items.flatMap(({ discounts }) => discounts);
  return chargedPeriod(
    context,
    {
      subscription: once.length > 0 ? undefined : current,
      items: dated.items,
      discounts: discountsAt(plan.sources, date, { isOnceLeft: plan.ofOneInvoice.every((id) => !taken.includes(id)) }),
      ...(phase && settingsAt({ phase, date, firstCharge, coupons: plan.coupons, known: itemDiscounts })),
      ...(once.length > 0 && { once, isFirst: true, taken }),
    },
    share,
    plan.known,
  );
}

function draftOf(
  { billing }: ProjectionContext,
  plan: SubscriptionPlan,
  dated: TimelineCharge,
  preview: Stripe.Invoice | null,
): ChargeDraft {
  const { subscription, schedule, pause } = plan;
  const { date, items, isChanged } = dated;
  const { phase, once } = phaseOf(plan, dated);
  const isNext = dated === plan.dates[0];
  const payer = schedule && phase ? payerAt(schedule, phase, billing.defaultMethod) : undefined;
  const isConversion = isNext && subscription.status === 'trialing';
  return {
    kind: isConversion ? 'trial_conversion' : isChanged ? 'scheduled_change' : 'renewal',
    date,
    total: preview?.total ?? 0,
    isDue: false,
    ...usageOf(items),
    ...(!isNext && prorationOf(dated, once)),
    currency: subscription.currency,
    ...(payer ? payerOf(payer.method, payer.isSent) : plan.payer),
    subscription: plan.reference,
    lines: preview ? linesOf(preview) : [],
    ...(date < pause.resumesAt && { isForgiven: true, ...(!pause.isForgiving && { total: 0, isDue: true }) }),
  };
}

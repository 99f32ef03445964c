/** Common parts of projecting the charges of subscriptions and schedules. */
import type Stripe from 'stripe';
import type { SubscriptionPrice, UpcomingCharges } from 'shared-api/contracts';
import type { ChargedMethod } from '../../payments/charged-method.js';
import type { ChargeDraft } from './apply-balance.js';
import { type TimelineCharge, type TimelineItem, itemsKey } from './charge-timeline.js';
import { cardIn, type CustomerBilling } from './customer-billing.js';
import { type FullPeriod, previewFullPeriod } from './provider-previews.js';
import { EXPAND_DISCOUNTS, shortenedInvoice } from './shortened-period.js';

/** Number of subscriptions, and of charges, projected in parallel. */
export const CONCURRENCY = 6;

export interface ProjectionContext {
  stripe: Stripe;
  billing: CustomerBilling;
  until: number;
}

/** A charge with the pending items that the customer's next invoice includes, whichever it is. */
export interface ProjectedCharge {
  draft: ChargeDraft;
  /** Ids of the pending items on its preview. */
  pending: readonly string[];
  /** The charge without items on an earlier one. */
  without?: (taken: readonly string[]) => Promise<ChargeDraft>;
}

export interface ProjectedSubscription {
  charges: ProjectedCharge[];
  ends: UpcomingCharges['ends'];
  prices: SubscriptionPrice[];
}

export const noProjection: ProjectedSubscription = { charges: [], ends: [], prices: [] };

export type FullPeriods = Map<string, Promise<Stripe.Invoice>>;

/** The charge for a period, which the subscription's end may shorten. Requests one preview for equal periods. */
export async function chargedPeriod(
  context: ProjectionContext,
  period: Parameters<typeof fullPeriod>[1],
  share: number,
  known: FullPeriods,
): Promise<Stripe.Invoice> {
  if (share === 1) return fullPeriod(context, period, known);
  return shortenedInvoice(await fullPeriod(context, { ...period, expand: EXPAND_DISCOUNTS }, known), share);
}

/** Requests one preview for equal periods. */
function fullPeriod(
  { stripe, billing }: ProjectionContext,
  period: Omit<FullPeriod, 'customerId'> & { items: readonly TimelineItem[] },
  known: FullPeriods,
): Promise<Stripe.Invoice> {
  const { items, settings, ...others } = period;
  const set = settings && { ...settings, items: [...settings.items] };
  const key = `${itemsKey(items)} ${JSON.stringify([others, set])}`;
  const preview = known.get(key) ?? previewFullPeriod(stripe, { ...period, customerId: billing.customer.id });
  known.set(key, preview);
  return preview;
}

/** A charge's payment method. */
export const payerOf = (method: ChargedMethod | null, isMailed: boolean) => ({
  card: cardIn(method),
  ...(method && !method.card && { method_name: method.name }),
  ...(isMailed && { is_sent: true }),
});

export const usageOf = (items: readonly TimelineItem[]): Pick<ChargeDraft, 'by_usage'> =>
  items.some(({ quantity }) => quantity === undefined) ? { by_usage: true } : {};

/**
 * The provider previews only the next invoice's prorations.
 *
 * @param once a phase's one-time items. A later start of a trial, which charges no period, is previewed without them
 */
export const prorationOf = (
  { isProrated, isPeriod }: TimelineCharge,
  once: readonly unknown[],
): Pick<ChargeDraft, 'before_proration'> =>
  isProrated || (!isPeriod && once.length > 0) ? { before_proration: true } : {};

/** True for the first invoice of a phase. */
export const isFirstOf = (
  { start_date: start }: { start_date: number },
  dates: readonly TimelineCharge[],
  date: number,
) => dates.find((one) => one.date >= start)?.date === date;

/** The charges and ends of a subscription that a schedule starts later. */
import type Stripe from 'stripe';
import { mapConcurrently } from '../../stripe/concurrency.js';
import type { ChargeDraft } from './apply-balance.js';
import { type ChargeTimeline, type TimelineCharge, chargesUntil, endsUntil } from './charge-timeline.js';
import { discountsAt, discountSourcesOf } from './discounts-at.js';
import {
  chargedPeriod,
  CONCURRENCY,
  type FullPeriods,
  isFirstOf,
  noProjection,
  payerOf,
  type ProjectedCharge,
  type ProjectedSubscription,
  type ProjectionContext,
  prorationOf,
  usageOf,
} from './projected-charges.js';
import { oneInvoiceDiscountsOf, pendingIn } from './pending-items.js';
import { linesOf, previewUnchanged } from './provider-previews.js';
import { oneTimeItemsOf, payerAt, readItemCoupons, settingsAt, upcomingPhaseAt } from './scheduled-phase.js';
import { upcomingPhasesOf } from './subscription-timeline.js';

/** A schedule that hasn't started: its first phase starts a subscription. */
export async function projectSchedule(
  context: ProjectionContext,
  schedule: Stripe.SubscriptionSchedule,
): Promise<ProjectedSubscription> {
  const { stripe, until, billing } = context;
  const phases = upcomingPhasesOf(schedule, 0, billing.names);
  const [first] = phases;
  if (!first || first.start > until) return noProjection;
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
  const ofOneInvoice = oneInvoiceDiscountsOf(billing.customer);
  const coupons = await readItemCoupons(stripe, schedule);
  // One-time items are charged at the start of a trial.
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
    const once = phase && isFirstOf(phase, dates, date) ? oneTimeItemsOf(phase) : [];
    const period = {
      subscription: undefined,
      items,
      isFirst: isFirst || once.length > 0,
      ...(once.length > 0 && { once }),
      ...(phase && settingsAt({ phase, date, firstCharge: ofPhase, coupons, known: [] })),
    };
    const discountsFor = (taken: readonly string[]) =>
      discountsAt(sources, date, {
        firstCharge: ofPhase,
        isOnceLeft: ofOneInvoice.every((id) => !taken.includes(id)),
      });
    const isStart = date === first.start;
    const chargeWithout = async (taken: readonly string[]) => {
      const invoice =
        isStart && !isPeriod
          ? await previewUnchanged(stripe, { schedule: schedule.id }, taken)
          : isPeriod
            ? await chargedPeriod(context, { ...period, discounts: discountsFor(taken), taken }, share, known)
            : null;
      const draft: ChargeDraft = {
        kind: isStart ? 'scheduled_start' : isFirst ? 'trial_conversion' : isChanged ? 'scheduled_change' : 'renewal',
        date,
        total: invoice?.total ?? 0,
        isDue: false,
        ...usageOf(items),
        ...prorationOf(dated, isStart ? [] : once),
        currency: invoice?.currency ?? phase?.currency ?? '',
        ...payerOf(payer.method, payer.isSent),
        subscription: reference,
        lines: invoice ? linesOf(invoice) : [],
      };
      return { draft, pending: invoice ? pendingIn(invoice, billing.customer) : [] };
    };
    return { ...(await chargeWithout([])), without: async (taken) => (await chargeWithout(taken)).draft };
  });
  const ends = endsUntil(timeline, until).map((end) => ({ ...end, subscription: reference }));
  return { ...noProjection, charges, ends };
}

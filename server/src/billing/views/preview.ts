/** What a change would cost, asked of the provider before it is made. Nothing is changed by it. */
import type Stripe from 'stripe';
import type { ChangeToPreview, CostPreview } from 'shared-api/contracts';
import { atStripe } from '../../stripe/stripe-errors.js';
import type { BillingContext } from '../commands/billing-command.js';
import { planAddition } from '../commands/add-items.js';
import { planCancellation, planTrialCancellation } from '../commands/cancel.js';
import { type Addition, endOfPaidPeriod, endingBy } from '../commands/schedule-phases.js';
import { previewOfChange, prorationIn } from './proration.js';
import { planRemoval } from '../commands/remove-item.js';
import { type StartPlan, planStart } from '../commands/start.js';
import type { MirroredSubscription } from './subscription-view.js';

const DAY = 86_400;

const linesOf = (invoice: Stripe.Invoice): CostPreview['lines'] =>
  invoice.lines.data.map(({ description, amount }) => ({ description: description ?? '', amount }));

/** The invoice at the end of the period, with a change of items and without what ends by then. */
async function nextInvoice(
  stripe: Stripe,
  kept: MirroredSubscription,
  changes: Addition['items'],
  gone: readonly string[],
): Promise<CostPreview['next_invoice']> {
  const { view } = kept;
  const ending = new Set([...endingBy(kept, view.period.end), ...gone]);
  if (view.cancel_at !== null && view.cancel_at <= view.period.end) return null;
  const invoice = await stripe.invoices.createPreview({
    customer: view.customer_id,
    subscription: view.id,
    subscription_details: {
      items: [...changes, ...[...ending].map((id) => ({ id, deleted: true }))],
      proration_behavior: 'none',
    },
  });
  return { amount: invoice.amount_due, date: view.period.end };
}

async function ofAddition(
  { db, stripe, practice }: BillingContext,
  change: Extract<ChangeToPreview, { kind: 'add' }>,
): Promise<CostPreview> {
  const { kept, addition } = await planAddition(db, practice, change.subscription_id, change.optional_features);
  const { items } = addition;
  return atStripe(async () => {
    const today = items.length === 0 ? undefined : await previewOfChange(stripe, kept, items);
    const from = today && prorationIn(today);
    return {
      currency: kept.view.currency,
      due_today: today?.amount_due ?? 0,
      lines: today ? linesOf(today) : [],
      next_invoice: await nextInvoice(stripe, kept, items, []),
      effective_at: from ?? kept.view.period.start,
      ...(typeof from === 'number' && { proration_date: from }),
    };
  });
}

async function ofRemoval(
  { db, stripe, practice }: BillingContext,
  change: Extract<ChangeToPreview, { kind: 'remove' }>,
): Promise<CostPreview> {
  const { kept, item } = await planRemoval(db, practice, change.subscription_id, change.subscription_item_id);
  const next = await atStripe(() => nextInvoice(stripe, kept, [], [item.id]));
  return {
    currency: kept.view.currency,
    due_today: 0,
    lines: [],
    next_invoice: next,
    effective_at: endOfPaidPeriod(kept),
  };
}

async function ofStart({ db, stripe, practice }: BillingContext, start: StartPlan, isTrial: boolean): Promise<CostPreview> {
  const { plan, prices } = await planStart(db, practice, start);
  const invoice = await atStripe(() =>
    stripe.invoices.createPreview({
      customer: start.customer,
      subscription_details: { items: prices.map((price) => ({ price })) },
    }),
  );
  const period = invoice.lines.data[0]?.period ?? { start: invoice.period_start, end: invoice.period_end };
  const common = { currency: invoice.currency, effective_at: period.start };
  if (isTrial) {
    const ends = period.start + plan.trialDays * DAY;
    return { ...common, due_today: 0, lines: [], next_invoice: { amount: invoice.total, date: ends } };
  }
  return {
    ...common,
    due_today: invoice.amount_due,
    lines: linesOf(invoice),
    next_invoice: { amount: invoice.total, date: period.end },
  };
}

/** Of an end at once: nothing is charged for it, nothing given back, and no invoice follows (DECISIONS 13). */
function ofEnd({ view }: MirroredSubscription, now: Date): CostPreview {
  const effective = Math.max(Math.floor(now.getTime() / 1000), view.period.start);
  return { currency: view.currency, due_today: 0, lines: [], next_invoice: null, effective_at: effective };
}

/** @throws Refusal for what could not be done either */
export async function previewChange(on: BillingContext, change: ChangeToPreview, now: Date): Promise<CostPreview> {
  switch (change.kind) {
    case 'add':
      return ofAddition(on, change);
    case 'remove':
      return ofRemoval(on, change);
    case 'cancel':
      return ofEnd(await planCancellation(on.db, on.practice, change.subscription_id), now);
    case 'cancel-trial': {
      const { plan_id: plan, trial_id: trial } = change;
      return ofEnd(await planTrialCancellation(on.db, on.practice, { plan, trial }), now);
    }
    case 'start':
    case 'trial': {
      const { plan_id: plan, customer_id: customer, optional_features: chosen } = change;
      return ofStart(on, { plan, customer, chosen }, change.kind === 'trial');
    }
  }
}

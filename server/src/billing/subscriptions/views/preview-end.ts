/** Previews the end of a subscription. */
import type { ChangeToPreview, CostPreview } from 'shared-api/contracts';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { readFromStripe } from '../../stripe/stripe-errors.js';
import { assertCreditable, planCancellation } from '../commands/cancel.js';
import { planEndOfUnpaid } from '../commands/end-unpaid.js';
import { listOpenInvoicesOf } from '../commands/payment-outcome.js';
import { nameOfItem } from '../commands/remove-item.js';
import { type MirroredSubscription, hasSeat } from '../mirror/read-mirror.js';
import { emptyPreview, type PreviewContext, previewWithAllLines } from './preview-parts.js';
import { creditOf, chargedLines } from './provider-previews.js';
import { epochSeconds } from '../../../platform/dates/epoch-seconds.js';

/** Previews an immediate end: no charge, no refund, and no further invoice (DECISIONS 13). */
export async function previewEnd(
  { db, now }: PreviewContext,
  subscription: MirroredSubscription,
): Promise<CostPreview> {
  const catalogue = await readCataloguePrices(db);
  const { view, items, own } = subscription;
  const date = Math.max(epochSeconds(now), view.period.start);
  const names = items
    .filter(({ id }) => own.has(id) || !hasSeat(subscription))
    .map((item) => nameOfItem(item, catalogue));
  return { ...emptyPreview, currency: view.currency, effective_at: date, ends: names.map((name) => ({ name, date })) };
}

export async function previewCancellation(
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
    previewWithAllLines(
      stripe,
      stripe.invoices.createPreview({
        customer: view.customer_id,
        subscription: view.id,
        subscription_details: details,
      }),
    ),
  );
  return { ...end, due_today: today.amount_due, lines: chargedLines(today), credit: creditOf(today) };
}

export async function previewEndOfUnpaid(context: PreviewContext, subscriptionId: string): Promise<CostPreview> {
  const { db, stripe, practiceId } = context;
  const subscription = await planEndOfUnpaid(db, practiceId, subscriptionId);
  const owed = await readFromStripe(() => listOpenInvoicesOf(stripe, subscriptionId));
  const invoices = owed.map(({ number, amount_remaining: due }) => ({ number, amount_due: due }));
  return { ...(await previewEnd(context, subscription)), open_invoices: invoices };
}

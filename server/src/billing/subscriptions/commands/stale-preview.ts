/** Rejects a purchase that costs something else than its preview. */
import type Stripe from 'stripe';
import { AppError } from '../../../platform/errors/app-error.js';

/** Maximum age of a preview when the change is made, in seconds. */
const MAX_PREVIEW_AGE_S = 3600;

export const outdatedPreviewError = (): AppError =>
  new AppError(409, 'preview_outdated', 'The price has changed since you looked. Check the new one and confirm again.');

/**
 * The time from which the invoice of a change prorates, set by the provider. Prorations of earlier changes, which have waited
 * for an invoice, are on it as well. Null when it contains no proration.
 */
export function prorationIn(invoice: Stripe.Invoice): number | null {
  const starts = invoice.lines.data
    .filter(({ parent }) => parent?.subscription_item_details?.proration)
    .map(({ period }) => period.start);
  return starts.length === 0 ? null : Math.max(...starts);
}

/**
 * @param preview a preview of the change at the provider's current time
 * @param periodStart of the subscription. Another change may have started a new period since.
 * @throws AppError `preview_outdated` for a time that the caller invented, which would let them choose the charge
 */
export function assertRecentProration(
  preview: Stripe.Invoice,
  prorationDate: number | undefined,
  periodStart: number,
): void {
  if (prorationDate === undefined) return;
  const start = prorationIn(preview) ?? preview.created;
  if (prorationDate < periodStart || prorationDate > start || start - prorationDate > MAX_PREVIEW_AGE_S)
    throw outdatedPreviewError();
}

/** @throws AppError `preview_outdated` when the amount differs from the one that the person has confirmed */
export function assertExpectedDue(due: number, expected: number | undefined): void {
  if (expected !== undefined && due !== expected) throw outdatedPreviewError();
}

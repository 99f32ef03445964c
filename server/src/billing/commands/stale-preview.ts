/** A purchase costs what its preview said, or it is rejected. */
import type Stripe from 'stripe';
import { AppError } from '../../http/app-error.js';

/** How long ago the moment of a preview may be when the change is made, in seconds. */
const MAX_PREVIEW_AGE_S = 3600;

export const outdatedPreviewError = (): AppError =>
  new AppError(409, 'preview_outdated', 'The price has changed since you looked. Check the new one and confirm again.');

/** The moment from which an invoice prorates, set by the provider. Null when nothing is prorated. */
export function prorationIn(invoice: Stripe.Invoice): number | null {
  const line = invoice.lines.data.find((one) => one.parent?.subscription_item_details?.proration);
  return line?.period.start ?? null;
}

/**
 * @param preview what the change would be invoiced now, by the provider's clock
 * @throws AppError `preview_outdated` for a moment that the caller invented, which would let them choose the charge
 */
export function assertRecentProration(preview: Stripe.Invoice, prorationDate: number | undefined): void {
  if (prorationDate === undefined) return;
  const start = prorationIn(preview) ?? preview.created;
  if (prorationDate > start || start - prorationDate > MAX_PREVIEW_AGE_S) throw outdatedPreviewError();
}

/** @throws AppError `preview_outdated` where the amount is not what the person has confirmed */
export function assertExpectedDue(due: number, expected: number | undefined): void {
  if (expected !== undefined && due !== expected) throw outdatedPreviewError();
}

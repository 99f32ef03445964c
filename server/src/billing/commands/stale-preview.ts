/** A purchase costs what its preview said, or is refused. */
import type Stripe from 'stripe';
import { Refusal } from '../../http/refusal.js';

/** How long ago the moment of a preview may be when the change is made, in seconds. */
const MAX_PREVIEW_AGE_S = 3600;

export const previewOutdated = (): Refusal =>
  new Refusal(409, 'preview_outdated', 'The price has changed since you looked. Check the new one and confirm again.');

/** From when an invoice prorates: the moment at which the provider made it. Null where nothing in it is prorated. */
export function prorationIn(invoice: Stripe.Invoice): number | null {
  const line = invoice.lines.data.find((one) => one.parent?.subscription_item_details?.proration);
  return line?.period.start ?? null;
}

/**
 * @param preview what the change would be invoiced now, by the provider's clock
 * @throws Refusal `preview_outdated` for a moment of the caller's own choice, which would make the charge what they like
 */
export function assertRecentProration(preview: Stripe.Invoice, prorationDate: number | undefined): void {
  if (prorationDate === undefined) return;
  const start = prorationIn(preview) ?? preview.created;
  if (prorationDate > start || start - prorationDate > MAX_PREVIEW_AGE_S) throw previewOutdated();
}

/** @throws Refusal `preview_outdated` where the amount is not what the person has confirmed */
export function assertExpectedDue(due: number, expected: number | undefined): void {
  if (expected !== undefined && due !== expected) throw previewOutdated();
}

/** Rejects a purchase whose cost differs from its preview. */
import type Stripe from 'stripe';
import { AppError } from '../../../platform/errors/app-error.js';
import { hashOf } from '../../../platform/idempotency/idempotency-key.js';
import type { MirroredSubscription } from '../mirror/read-mirror.js';
import { type ItemSnapshot, upcomingPhases } from '../mirror/snapshots.js';

/** Maximum age of a preview when the change is made, in seconds. */
const MAX_PREVIEW_AGE_S = 3600;

export const outdatedPreviewError = (): AppError =>
  new AppError(409, 'preview_outdated', 'The price has changed since you looked. Check the new one and confirm again.');

/**
 * The time from which a change's invoice prorates, set by the provider. The invoice also contains waiting prorations of
 * earlier changes. Null without a proration.
 */
export function prorationIn(invoice: Stripe.Invoice): number | null {
  const starts = invoice.lines.data
    .filter(({ parent }) => parent?.subscription_item_details?.proration)
    .map(({ period }) => period.start);
  return starts.length === 0 ? null : Math.max(...starts);
}

/**
 * @param preview a preview of the change at the provider's current time
 * @param periodStart of the subscription. Another change may have started a new period since
 * @throws AppError `preview_outdated` for a forged time, which would let the caller choose the charge
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

/** @throws AppError `preview_outdated` when the amount differs from the confirmed one */
export function assertExpectedDue(due: number, expected: number | undefined): void {
  if (expected !== undefined && due !== expected) throw outdatedPreviewError();
}

const contentOf = (items: readonly ItemSnapshot[]): string[] =>
  items.map(({ price_id: price, quantity }) => `${price} ${quantity}`).sort();

/** A subscription's items, now and later. Two changes can have the same amount due although they exclude each other. */
export function versionOf({ view, items, schedule }: MirroredSubscription): string {
  const phases = schedule ? upcomingPhases(schedule) : [];
  return hashOf(
    contentOf(items),
    view.cancel_at,
    phases.map((phase) => [phase.start_date, contentOf(phase.items)]),
  );
}

/** @throws AppError `preview_outdated` when the subscription has changed since the preview */
export function assertSameVersion(subscription: MirroredSubscription, version: string | undefined): void {
  if (version === undefined || version === versionOf(subscription)) return;
  const message = 'The subscription has changed since you looked. Check the new cost and confirm again.';
  throw new AppError(409, 'preview_outdated', message);
}

import type Stripe from 'stripe';
import type { Addition } from '../commands/schedule-phases.js';
import type { MirroredSubscription } from './subscription-view.js';

/** What a change of items would be invoiced now. */
export function previewOfChange(
  stripe: Stripe,
  { view }: Pick<MirroredSubscription, 'view'>,
  items: Addition['items'],
): Promise<Stripe.Invoice> {
  return stripe.invoices.createPreview({
    customer: view.customer_id,
    subscription: view.id,
    subscription_details: { items, proration_behavior: 'always_invoice' },
  });
}

/** From when an invoice prorates: the moment at which the provider made it. Null when nothing in it is prorated. */
export function prorationIn(invoice: Stripe.Invoice): number | null {
  const line = invoice.lines.data.find((one) => one.parent?.subscription_item_details?.proration);
  return line?.period.start ?? null;
}

/** Now by the provider's clock, as prorations count it. */
export async function prorationStart(
  stripe: Stripe,
  kept: Pick<MirroredSubscription, 'view'>,
  items: Addition['items'],
): Promise<number | null> {
  return prorationIn(await previewOfChange(stripe, kept, items));
}

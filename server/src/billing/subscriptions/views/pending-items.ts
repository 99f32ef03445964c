/**
 * Pending items of a customer's next invoice, for any subscription: invoice items without a subscription, and the
 * discount for one invoice.
 */
import type Stripe from 'stripe';
import { mapConcurrently } from '../../stripe/concurrency.js';
import type { ChargeDraft } from './apply-balance.js';
import { isForOneInvoice } from './discounts-at.js';
import { CONCURRENCY, type ProjectedCharge } from './projected-charges.js';
import { discountsOf, pendingItemsOf } from './provider-previews.js';

type Discounted = Pick<Stripe.Customer, 'discount'>;

/** Ids of the customer's discount for one invoice; empty without one. @param customer with the coupon of its discount expanded */
export const oneInvoiceDiscountsOf = ({ discount }: Discounted): string[] =>
  discount && isForOneInvoice(discount) ? [discount.id] : [];

/** Ids of the pending items on a preview. */
export function pendingIn(invoice: Stripe.Invoice, customer: Discounted): string[] {
  const used = discountsOf(invoice);
  return [...pendingItemsOf(invoice), ...oneInvoiceDiscountsOf(customer).filter((id) => used.includes(id))];
}

export interface ItemCharge {
  /** Id of an item or a discount. */
  item: string;
  subscription: string;
  date: number;
}

/**
 * An item without a subscription is on every subscription's preview, and the next invoice of any of them includes it
 * (https://docs.stripe.com/billing/invoices/subscription). It therefore counts once, with the earliest charge, like the
 * customer's discount for one invoice.
 */
export async function withItemsOnce(
  charges: readonly ProjectedCharge[],
): Promise<{ drafts: ChargeDraft[]; takers: ItemCharge[] }> {
  const earliestCharges = new Map<string, ProjectedCharge>();
  for (const charge of charges) {
    for (const item of charge.pending) {
      const earliest = earliestCharges.get(item);
      if (!earliest || charge.draft.date < earliest.draft.date) earliestCharges.set(item, charge);
    }
  }
  const drafts = await mapConcurrently(charges, CONCURRENCY, (charge) => {
    const chargedEarlier = charge.pending.filter((item) => earliestCharges.get(item) !== charge);
    return chargedEarlier.length > 0 && charge.without ? charge.without(chargedEarlier) : Promise.resolve(charge.draft);
  });
  const takers = [...earliestCharges].map(([item, { draft }]) => ({
    item,
    subscription: draft.subscription?.id ?? '',
    date: draft.date,
  }));
  return { drafts, takers };
}

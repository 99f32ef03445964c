/** A subscription's next invoice after a change, as shown in upcoming charges. */
import type Stripe from 'stripe';
import type { CostPreview } from 'shared-api/contracts';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import type { BillingContext } from '../billing-context.js';
import { type NextInvoice, nextWithBalance } from './apply-balance.js';
import { readProjected } from './project-customer.js';
import { discountsOf, dueWith, pendingItemsOf } from './provider-previews.js';

/**
 * Items and discounts on a preview that another subscription's earlier invoice includes.
 *
 * @param subscription of the previewed invoice; null for one that hasn't started
 * @param at of the previewed invoice
 */
export async function itemsChargedEarlier(
  context: BillingContext,
  { customer, subscription }: { customer: string; subscription: string | null },
  preview: Stripe.Invoice,
  at: number,
  now: Date,
): Promise<string[]> {
  const items = [...pendingItemsOf(preview), ...new Set(discountsOf(preview))];
  if (items.length === 0) return [];
  const { reads } = await readProjected(context, await readCataloguePrices(context.db), [customer], now);
  const takers = reads.flatMap((read) => ('problem' in read ? [] : (read.result?.takers ?? [])));
  const others = takers.filter((charge) => charge.subscription !== subscription && charge.date <= at);
  return items.filter((item) => others.some((charge) => charge.item === item));
}

/**
 * What a subscription's next invoice charges after a change, as shown in upcoming charges. Null if there is none.
 *
 * @param payer with the subscription; null for one that the change starts
 */
export async function readNextInvoice(
  context: BillingContext,
  payer: { customer: string; subscription: string | null },
  next: NextInvoice,
  now: Date,
): Promise<CostPreview['next_invoice']> {
  const { reads } = await readProjected(context, await readCataloguePrices(context.db), [payer.customer], now);
  const [projected] = reads.flatMap((read) => ('problem' in read ? [] : (read.result ?? [])));
  if (projected) return nextWithBalance(projected.charges, projected.customer, payer.subscription, next);
  if (next.total === null) return null;
  const amount = dueWith(next.total, 0, next.currency).due;
  // Without that read, the order of charges that use the balance is unknown.
  return {
    amount,
    date: next.date,
    ...(next.by_usage === true && { by_usage: true }),
    ...((next.balance ?? 0) !== 0 && { shared_balance: next.balance }),
  };
}

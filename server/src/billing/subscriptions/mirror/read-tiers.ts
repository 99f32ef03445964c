/** Tiers of prices in lists, which can't expand that deep: https://docs.stripe.com/expand#multiple-levels */
import type Stripe from 'stripe';
import { mapConcurrently } from '../../stripe/concurrency.js';
import { idOf } from './snapshots.js';

type Price = string | Stripe.Price | Stripe.DeletedPrice;

const CONCURRENCY = 6;

const lacksTiers = (price: Price): price is Stripe.Price =>
  typeof price !== 'string' && !price.deleted && price.billing_scheme === 'tiered' && price.tiers === undefined;

/**
 * Calls the provider only for prices with tiers. * @returns a function that adds the tiers to an item's price @throws
 * SDK errors
 */
export async function readTiers(
  stripe: Stripe,
  prices: readonly Price[],
): Promise<<Item extends { price: Price }>(item: Item) => Item> {
  const ids = [...new Set(prices.filter(lacksTiers).map(({ id }) => id))];
  const whole = await mapConcurrently(ids, CONCURRENCY, (id) => stripe.prices.retrieve(id, { expand: ['tiers'] }));
  const byId = new Map(whole.map((price) => [price.id, price]));
  return (item) => ({ ...item, price: byId.get(idOf(item.price) ?? '') ?? item.price });
}

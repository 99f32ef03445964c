/** Creates the catalogue's products and prices in the payment provider's account, and records their ids. */
import type Stripe from 'stripe';
import type { Db } from '../../platform/database/tables.js';
import { addOns } from './add-ons.js';
import { CURRENCY, featuresByName } from './catalogue.js';
import { readCataloguePrices, recordCataloguePrices, recordFormerPrices, stopSelling } from './catalogue-prices.js';
import { plans } from './plans.js';

interface WantedPrice {
  key: string;
  /** Id of the product at the provider, which we choose. */
  product: string;
  nickname: string;
  interval: 'month' | 'year';
  amount: number;
}

interface WantedProduct {
  id: string;
  name: string;
  description: string;
}

/** Maximum number of lookup keys per list call: https://docs.stripe.com/api/prices/list */
const KEYS_PER_CALL = 10;

const prefix = 'practice_console';

const wantedPrices: readonly WantedPrice[] = [
  ...plans.map(({ key, product, name, interval, amount }) => ({
    key,
    product: `${prefix}_${product}`,
    nickname: `${name} (${interval === 'month' ? 'monthly' : 'yearly'})`,
    interval,
    amount,
  })),
  ...addOns.flatMap(({ feature, prices }) =>
    prices.map(({ key, interval, amount }) => ({
      key,
      product: `${prefix}_addon_${feature}`,
      nickname: `${featuresByName.get(feature)?.displayName ?? feature} (${interval === 'month' ? 'monthly' : 'yearly'})`,
      interval,
      amount,
    })),
  ),
];

const wantedProducts: readonly WantedProduct[] = [
  ...new Map(
    plans.map(({ product, name, description }) => [product, { id: `${prefix}_${product}`, name, description }]),
  ).values(),
  ...addOns.map(({ feature }) => ({
    id: `${prefix}_addon_${feature}`,
    name: featuresByName.get(feature)?.displayName ?? feature,
    description: featuresByName.get(feature)?.description ?? '',
  })),
];

/** Prices are immutable at the provider, so the lookup key contains the amount: a new amount is a new price. */
const lookupKeyOf = ({ key, amount }: WantedPrice): string => `${prefix}:${key}:${CURRENCY}:${amount}`;

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

async function putProducts(stripe: Stripe): Promise<number> {
  const existing = await stripe.products.list({ ids: wantedProducts.map(({ id }) => id), limit: 100 });
  const there = new Set(existing.data.map(({ id }) => id));
  const missing = wantedProducts.filter(({ id }) => !there.has(id));
  for (const product of missing) {
    await stripe.products.create(product, { idempotencyKey: `catalogue:${product.id}` });
  }
  return missing.length;
}

/** @returns the existing prices, including archived ones, by lookup key */
async function findPrices(stripe: Stripe, requested: readonly WantedPrice[]): Promise<Map<string, Stripe.Price>> {
  const byLookupKey = new Map<string, Stripe.Price>();
  for (const keys of chunks(requested.map(lookupKeyOf), KEYS_PER_CALL)) {
    const listed = await stripe.prices.list({
      lookup_keys: keys,
      limit: 100,
      expand: ['data.product'],
    });
    for (const price of listed.data) if (price.lookup_key !== null) byLookupKey.set(price.lookup_key, price);
  }
  return byLookupKey;
}

/** @param price with its product expanded */
const isOnSale = ({ active, product }: Stripe.Price): boolean =>
  active && typeof product === 'object' && !product.deleted && product.active;

interface PutPrices {
  /** Ids by catalogue key. */
  sold: Map<string, string>;
  archived: Map<string, string>;
  made: number;
}

/** Creates the missing prices. An archived price stays archived and keeps its lookup key forever. */
async function putPrices(stripe: Stripe): Promise<PutPrices> {
  const byLookupKey = await findPrices(stripe, wantedPrices);
  const put: PutPrices = { sold: new Map(), archived: new Map(), made: 0 };
  for (const requested of wantedPrices) {
    const lookupKey = lookupKeyOf(requested);
    const existing = byLookupKey.get(lookupKey);
    if (existing) {
      (isOnSale(existing) ? put.sold : put.archived).set(requested.key, existing.id);
      continue;
    }
    const { product, nickname, interval, amount } = requested;
    const price = await stripe.prices.create(
      {
        product,
        nickname,
        currency: CURRENCY,
        unit_amount: amount,
        recurring: { interval },
        lookup_key: lookupKey,
        metadata: { catalogue_key: requested.key },
      },
      { idempotencyKey: `catalogue:${lookupKey}` },
    );
    put.sold.set(requested.key, price.id);
    put.made += 1;
  }
  return put;
}

/**
 * Finds or creates every product and price of the catalogue. It can run again, even concurrently, without creating
 * duplicates.
 *
 * @returns the number of created products and prices
 * @throws SDK errors
 */
export async function syncCatalogue(
  { stripe }: { stripe: Stripe },
  db: Db,
  now: Date,
): Promise<{ products: number; prices: number }> {
  const products = await putProducts(stripe);
  const { sold, archived, made } = await putPrices(stripe);
  await recordFormerPrices(db, archived, now);
  await recordCataloguePrices(db, sold, now);
  return { products, prices: made };
}

/** @returns keys of the requested prices that have become unavailable @throws SDK errors */
async function refreshPrices(stripe: Stripe, db: Db, requested: readonly WantedPrice[], now: Date): Promise<string[]> {
  if (requested.length === 0) return [];
  const prices = await findPrices(stripe, requested);
  const onSale = new Map(
    requested.flatMap((one): [string, string][] => {
      const price = prices.get(lookupKeyOf(one));
      return price && isOnSale(price) ? [[one.key, price.id]] : [];
    }),
  );
  const { current } = await readCataloguePrices(db);
  const archivedKeys = requested.map(({ key }) => key).filter((key) => current.has(key) && !onSale.has(key));
  await stopSelling(db, archivedKeys);
  await recordCataloguePrices(db, onSale, now);
  return archivedKeys;
}

/**
 * Detects prices that were archived at the provider, so that they aren't offered anymore, and restored ones.
 *
 * @returns catalogue keys that have become unavailable
 * @throws SDK errors
 */
export const refreshPricesOnSale = (stripe: Stripe, db: Db, now: Date): Promise<string[]> =>
  refreshPrices(stripe, db, wantedPrices, now);

/** Checks whether one price is still sold. Makes no call for a price outside the catalogue. */
export async function refreshPrice(
  stripe: Stripe,
  db: Db,
  { id, lookup_key: lookupKey }: Pick<Stripe.Price, 'id' | 'lookup_key'>,
  now: Date,
): Promise<void> {
  const { keyOf } = await readCataloguePrices(db);
  const key = keyOf.get(id);
  const requested = wantedPrices.filter((one) => one.key === key || lookupKeyOf(one) === lookupKey);
  await refreshPrices(stripe, db, requested, now);
}

/** Checks whether one product's prices are still sold. Makes no call for a product outside the catalogue. */
export async function refreshProduct(stripe: Stripe, db: Db, productId: string, now: Date): Promise<void> {
  await refreshPrices(
    stripe,
    db,
    wantedPrices.filter(({ product }) => product === productId),
    now,
  );
}

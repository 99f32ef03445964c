/** The one name of each sold product: the catalogue's, otherwise the provider's. */
import type Stripe from 'stripe';
import { mapConcurrently } from '../stripe/concurrency.js';
import type { CataloguePrices } from './catalogue-prices.js';
import { contentsOf, nameOfPrice } from './catalogue.js';

/** A price, or its id if it isn't expanded. */
type Price = string | Stripe.Price | Stripe.DeletedPrice;

const CONCURRENCY = 6;
/** Maximum number of ids per list call: https://docs.stripe.com/api/products/list */
const IDS_PER_CALL = 100;

const idOf = (price: Price): string => (typeof price === 'string' ? price : price.id);

/**
 * The provider's name of the product, otherwise of the price. @param products names of products that aren't expanded
 */
export function providerNameOf(price: Price, products: ReadonlyMap<string, string> = new Map()): string {
  if (typeof price === 'string' || price.deleted) return idOf(price);
  const { product, nickname } = price;
  const name = typeof product === 'string' ? products.get(product) : product.deleted ? undefined : product.name;
  return name ?? nickname ?? price.id;
}

export interface PriceNames {
  nameOf(price: Price): string;
  /** The name of a subscription: of its plan, otherwise of its first item. Undefined without items. */
  nameOfAll(prices: readonly Price[]): string | undefined;
}

async function productNames(stripe: Stripe, prices: readonly Price[]): Promise<Map<string, string>> {
  const ids = prices.flatMap((price) =>
    typeof price !== 'string' && !price.deleted && typeof price.product === 'string' ? [price.product] : [],
  );
  const uniqueIds = [...new Set(ids)];
  const names = new Map<string, string>();
  for (let at = 0; at < uniqueIds.length; at += IDS_PER_CALL) {
    const { data } = await stripe.products.list({ ids: uniqueIds.slice(at, at + IDS_PER_CALL), limit: IDS_PER_CALL });
    for (const { id, name } of data) names.set(id, name);
  }
  return names;
}

/**
 * Calls the provider only for prices outside the catalogue, because a list can't expand their products that deep.
 *
 * @throws SDK errors
 */
export async function readPriceNames(
  stripe: Stripe,
  prices: readonly Price[],
  { keyOf }: Pick<CataloguePrices, 'keyOf'>,
): Promise<PriceNames> {
  const nameInCatalogue = (price: Price): string | undefined => nameOfPrice(keyOf.get(idOf(price)));
  const others = [
    ...new Map(prices.filter((one) => nameInCatalogue(one) === undefined).map((one) => [idOf(one), one])),
  ];
  const whole = await mapConcurrently(others, CONCURRENCY, async ([id, price]): Promise<Price> =>
    typeof price === 'string' ? stripe.prices.retrieve(id, { expand: ['product'] }) : price,
  );
  const products = await productNames(stripe, whole);
  const byId = new Map(whole.map((price) => [idOf(price), price]));
  const nameOf = (price: Price): string =>
    nameInCatalogue(price) ?? providerNameOf(typeof price === 'string' ? (byId.get(price) ?? price) : price, products);
  return {
    nameOf,
    nameOfAll(all) {
      const leading = all.find((price) => contentsOf(keyOf.get(idOf(price)))?.addOn === null) ?? all[0];
      return leading && nameOf(leading);
    },
  };
}

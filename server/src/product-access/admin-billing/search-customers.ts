/** Searches the provider's customers, with the free seats of their subscriptions. */
import Stripe from 'stripe';
import type { AdminCustomer } from 'shared-api/contracts';
import { isMissing, fetchItems, fetchMissingPayment } from '../../billing/subscriptions/mirror/fetch-snapshots.js';
import { readTiers } from '../../billing/subscriptions/mirror/read-tiers.js';
import {
  idOf,
  type ItemSnapshot,
  scheduleSnapshot,
  subscriptionSnapshot,
} from '../../billing/subscriptions/mirror/snapshots.js';
import { type CataloguePrices, readCataloguePrices } from '../../billing/catalogue/catalogue-prices.js';
import { readPriceNames } from '../../billing/catalogue/price-names.js';
import type { Db } from '../../platform/database/tables.js';
import { readProblem } from '../../billing/payments/customer-problems.js';
import { mapConcurrently } from '../../billing/stripe/concurrency.js';
import { readFromStripe } from '../../billing/stripe/stripe-errors.js';
import { type CustomerBilling, customerView, itemIds } from './admin-view.js';
import { fetchDetails, emptyDetails } from './customer-details.js';
import { readMirrorOfCustomer, searchMirror } from './mirrored-billing-repository.js';
import { listSeatHolders } from './seats-repository.js';

/** Maximum number of customers in a response. Each one costs three calls to the provider. */
const MAX_RESULTS = 10;
/** Maximum number of customers read in parallel, because the provider limits the rate of calls. */
const CONCURRENCY = 5;
const MAX_SUBSCRIPTIONS = 500;

/** A quoted value in the search language: https://docs.stripe.com/search#search-query-language */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** The provider rejects searches with fewer than three letters. The search then finds only mirrored customers. */
async function searchProvider(stripe: Stripe, term: string): Promise<{ ids: string[]; hasMore: boolean }> {
  const text = quoted(term);
  try {
    const page = await stripe.customers.search({ query: `name~${text} OR email~${text}`, limit: MAX_RESULTS });
    return { ids: page.data.map(({ id }) => id), hasMore: page.has_more };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { ids: [], hasMore: false };
    throw error;
  }
}

/** All of the provider's data about a customer, including canceled subscriptions. @throws SDK errors */
async function readBilling(
  stripe: Stripe,
  prices: CataloguePrices,
  id: string,
  now: Date,
): Promise<CustomerBilling | undefined> {
  const customer = await stripe.customers.retrieve(id);
  if (customer.deleted) return undefined;
  const [details, subscriptions, schedules] = await Promise.all([
    fetchDetails(stripe, customer, now),
    stripe.subscriptions
      .list({ customer: id, status: 'all', limit: 100 })
      .autoPagingToArray({ limit: MAX_SUBSCRIPTIONS }),
    stripe.subscriptionSchedules
      .list({ customer: id, limit: 100, expand: ['data.phases.items.price'] })
      .autoPagingToArray({ limit: MAX_SUBSCRIPTIONS }),
  ]);
  const items = await mapConcurrently(subscriptions, CONCURRENCY, (subscription) => fetchItems(stripe, subscription));
  const phases = schedules.flatMap((schedule) => schedule.phases);
  const all = [...items.flat(), ...phases.flatMap((phase) => phase.items)].map(({ price }) => price);
  const [names, withTiers] = await Promise.all([readPriceNames(stripe, all, prices), readTiers(stripe, all)]);
  const nameItem = (item: ItemSnapshot): ItemSnapshot => ({ ...item, name: names.nameOf(item.price_id) });
  return {
    details,
    schedules: schedules.map((schedule) => {
      const withAmounts = schedule.phases.map((phase) => ({ ...phase, items: phase.items.map(withTiers) }));
      const snapshot = scheduleSnapshot({ ...schedule, phases: withAmounts });
      return {
        ...snapshot,
        phases: snapshot.phases.map((phase) => ({ ...phase, items: phase.items.map(nameItem) })),
      };
    }),
    subscriptions: await Promise.all(
      subscriptions.map(async (subscription, index) => {
        const missing = await fetchMissingPayment(stripe, subscription);
        const priced = (items[index] ?? []).map(withTiers);
        const { items: own, ...snapshot } = subscriptionSnapshot(subscription, priced, null, missing);
        return {
          snapshot,
          items: own.map(nameItem),
          card: idOf(subscription.default_payment_method) ?? details.defaultCard,
        };
      }),
    ),
  };
}

/** An unreadable customer has an error and its mirrored subscriptions. */
async function findBilling(
  db: Db,
  stripe: Stripe,
  prices: CataloguePrices,
  id: string,
  now: Date,
): Promise<CustomerBilling | undefined> {
  try {
    return await readBilling(stripe, prices, id, now);
  } catch (error) {
    if (isMissing(error)) return undefined;
    return { ...(await readMirrorOfCustomer(db, id)), details: emptyDetails(id, readProblem(error)) };
  }
}

/**
 * Searches by name, email or id of the customer. The best match comes first.
 *
 * @returns `hasMore` when there are further customers
 * @throws AppError 502 when the provider's search doesn't respond
 */
export async function searchCustomers(
  db: Db,
  stripe: Stripe,
  term: string,
  now: Date,
): Promise<{ customers: AdminCustomer[]; hasMore: boolean }> {
  if (term === '') return { customers: [], hasMore: false };
  const isId = /^cus_\w+$/.test(term);
  const [atProvider, mirrored] = await Promise.all([
    isId ? { ids: [term], hasMore: false } : readFromStripe(() => searchProvider(stripe, term)),
    searchMirror(db, term, MAX_RESULTS + 1),
  ]);
  const ids = [...new Set([...atProvider.ids, ...mirrored])];
  const prices = await readCataloguePrices(db);
  const answers = await mapConcurrently(ids.slice(0, MAX_RESULTS), CONCURRENCY, (id) =>
    findBilling(db, stripe, prices, id, now),
  );
  const readable = answers.filter((billing) => billing !== undefined);
  const seats = await listSeatHolders(db, readable.flatMap(itemIds));
  return {
    customers: readable.map((billing) => customerView(billing, { keyOf: prices.keyOf, seats })),
    hasMore: atProvider.hasMore || ids.length > MAX_RESULTS,
  };
}

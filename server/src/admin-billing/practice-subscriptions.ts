/**
 * Customers with the subscriptions on which a practice has a seat. Subscriptions come from the mirror, cards from the
 * provider.
 */
import type Stripe from 'stripe';
import type { AdminCustomer } from 'shared-api/contracts';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import { mapConcurrently } from '../stripe/concurrency.js';
import { customerView, itemIds } from './admin-view.js';
import { readCustomerDetails } from './customer-details.js';
import { readMirrorOfPractice } from './mirrored-billing-repository.js';
import { listSeatHolders } from './seats-repository.js';

/** Maximum number of customers that are read at the same time, because the provider limits the rate of calls. */
const CONCURRENCY = 5;

/** Customers, sorted by name. A customer that cannot be read has an error and its mirrored subscriptions. */
export async function readPracticeSubscriptions(
  db: Db,
  stripe: Stripe,
  practiceId: number,
  now: Date,
): Promise<AdminCustomer[]> {
  const mirrored = [...(await readMirrorOfPractice(db, practiceId))];
  const [found, { keyOf }, seats] = await Promise.all([
    mapConcurrently(mirrored, CONCURRENCY, async ([id, billing]) => ({
      ...billing,
      details: await readCustomerDetails(stripe, id, now),
    })),
    readCataloguePrices(db),
    listSeatHolders(
      db,
      mirrored.flatMap(([, billing]) => itemIds(billing)),
    ),
  ]);
  return found
    .map((billing) => customerView(billing, { keyOf, seats }))
    .sort((one, other) => (one.name ?? one.id).localeCompare(other.name ?? other.id, 'en-US'));
}

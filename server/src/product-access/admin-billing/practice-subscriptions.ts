/**
 * Customers with the subscriptions that a practice has a seat on. Subscriptions come from the mirror, cards from the
 * provider.
 */
import type Stripe from 'stripe';
import type { AdminCustomer, ReadingProgress } from 'shared-api/contracts';
import { readCataloguePrices } from '../../billing/catalogue/catalogue-prices.js';
import type { Db } from '../../platform/database/tables.js';
import { MAX_CUSTOMERS_PER_READ, progressOf } from '../../billing/payments/customer-problems.js';
import { readEachCached } from '../../billing/payments/cached-reads.js';
import { customerView, itemIds } from './admin-view.js';
import { emptyDetails, readCustomerDetails } from './customer-details.js';
import { readMirrorOfPractice } from './mirrored-billing-repository.js';
import { listSeatHolders } from './seats-repository.js';

/**
 * Customers, sorted by name. An unreadable customer has an error and its mirrored subscriptions. Customers not read yet
 * are missing.
 */
export async function readPracticeSubscriptions(
  db: Db,
  stripe: Stripe,
  practiceId: number,
  now: Date,
): Promise<{ customers: AdminCustomer[]; progress?: ReadingProgress }> {
  const mirrored = [...(await readMirrorOfPractice(db, practiceId))];
  const ids = mirrored.map(([id]) => id);
  const reading = { kind: 'details:1', read: (id: string) => readCustomerDetails(stripe, id, now) };
  const [{ reads, unread }, { keyOf }, seats] = await Promise.all([
    readEachCached(db, now, ids, reading, MAX_CUSTOMERS_PER_READ),
    readCataloguePrices(db),
    listSeatHolders(
      db,
      mirrored.flatMap(([, billing]) => itemIds(billing)),
    ),
  ]);
  const detailsOf = new Map(
    reads.map((one) => [one.customer, 'result' in one ? one.result : emptyDetails(one.customer, one.problem)]),
  );
  const customers = mirrored
    .flatMap(([id, billing]) => {
      const details = detailsOf.get(id);
      return details ? customerView({ ...billing, details }, { keyOf, seats }) : [];
    })
    .sort((one, other) => (one.name ?? one.id).localeCompare(other.name ?? other.id, 'en-US'));
  return { customers, ...progressOf(ids, unread) };
}

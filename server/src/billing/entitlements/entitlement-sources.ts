/** Reads the sources of practices' bundles and features. */
import { sql } from 'kysely';
import { isFirstChargeOwed } from '../stripe/statuses.js';
import { contentsOf, nameOfPrice } from '../catalogue/catalogue.js';
import { type CataloguePrices, readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../../platform/database/tables.js';
import type { EntitlementSource, NamedEntitlement, Revocation } from './entitlements.js';
import { type EntitlementInputs, noInputs } from './sources.js';

/**
 * Subscription statuses whose items grant entitlements. The provider still retries payments of a past-due subscription,
 * but not of an unpaid one (docs/decisions/0022).
 */
const sourceOfStatus: Readonly<Record<string, 'subscription' | 'trial'>> = {
  active: 'subscription',
  past_due: 'subscription',
  trialing: 'trial',
};

type ByPractice<Value> = Map<number, Value[]>;

function add<Value>(to: ByPractice<Value>, practiceId: number, value: Value): void {
  const list = to.get(practiceId);
  if (list) list.push(value);
  else to.set(practiceId, [value]);
}

const ofPractices = (practiceIds: readonly number[]) => sql<boolean>`practice_id = any(${practiceIds}::integer[])`;

async function readItems(
  db: Db,
  practiceIds: readonly number[],
  readingPrices: Promise<CataloguePrices>,
): Promise<ByPractice<EntitlementSource>> {
  const byPractice: ByPractice<EntitlementSource> = new Map();
  const readingRows = db
    .selectFrom('item_assignments')
    .innerJoin('billing_items', 'billing_items.id', 'item_assignments.item_id')
    .innerJoin('billing_subscriptions', 'billing_subscriptions.id', 'billing_items.subscription_id')
    .select(['item_assignments.practice_id', 'billing_items.id', 'billing_items.price_id'])
    .select(['billing_items.shown as item', 'billing_subscriptions.status'])
    .select('billing_subscriptions.shown as subscription')
    .where(ofPractices(practiceIds))
    .orderBy('billing_items.id')
    .execute();
  const [rows, { keyOf }] = await Promise.all([readingRows, readingPrices]);
  for (const { practice_id: practiceId, id, price_id: price, item, status, subscription } of rows) {
    const source = sourceOfStatus[status];
    const key = keyOf.get(price);
    const contents = contentsOf(key);
    if (source === undefined || !contents || isFirstChargeOwed({ ...subscription, status })) continue;
    const end = source === 'trial' ? subscription.trial_end : null;
    add(byPractice, practiceId, {
      id,
      source,
      bundles: contents.bundles,
      features: contents.features,
      trialEnd: end === null ? null : new Date(end * 1000),
      product: nameOfPrice(key) ?? item.name,
    });
  }
  return byPractice;
}

async function readGrants(db: Db, practiceIds: readonly number[]): Promise<ByPractice<NamedEntitlement>> {
  const rows = await db
    .selectFrom('entitlement_grants')
    .select('practice_id')
    .select(
      sql<NamedEntitlement[]>`json_agg(json_build_object('kind', kind, 'name', name) order by kind, name)`.as('all'),
    )
    .where(ofPractices(practiceIds))
    .groupBy('practice_id')
    .execute();
  return new Map(rows.map(({ practice_id: practiceId, all }) => [practiceId, all]));
}

async function readRevocations(db: Db, practiceIds: readonly number[]): Promise<ByPractice<Revocation>> {
  const rows = await db
    .selectFrom('entitlement_revocations')
    .select('practice_id')
    .select(
      sql<
        Revocation[]
      >`json_agg(json_build_object('kind', kind, 'name', name, 'against', against) order by kind, name)`.as('all'),
    )
    .where(ofPractices(practiceIds))
    .groupBy('practice_id')
    .execute();
  return new Map(rows.map(({ practice_id: practiceId, all }) => [practiceId, all]));
}

/**
 * The inputs of each practice.
 *
 * @param readingPrices the catalogue's prices, when the caller reads them, too
 */
export async function readEntitlementInputs(
  db: Db,
  practiceIds: readonly number[],
  readingPrices = readCataloguePrices(db),
): Promise<Map<number, EntitlementInputs>> {
  const [items, grants, revocations] = await Promise.all([
    readItems(db, practiceIds, readingPrices),
    readGrants(db, practiceIds),
    readRevocations(db, practiceIds),
  ]);
  return new Map(
    practiceIds.map((practiceId) => [
      practiceId,
      {
        items: items.get(practiceId) ?? noInputs.items,
        grants: grants.get(practiceId) ?? noInputs.grants,
        revoked: revocations.get(practiceId) ?? noInputs.revoked,
      },
    ]),
  );
}

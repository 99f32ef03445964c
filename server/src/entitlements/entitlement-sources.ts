/** What gives practices their bundles and features, as the database has it. */
import { sql } from 'kysely';
import { contentsOf, nameOfPrice } from '../catalogue/catalogue.js';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import type { Giver, NamedEntitlement, Revocation } from './entitlements.js';
import { type Sources, noSources } from './sources.js';

/**
 * Statuses of a subscription whose items may be used. One that is past due is being mended; one that is unpaid has been
 * tried for the last time (docs/decisions/0022).
 */
const sourceOfStatus: Readonly<Record<string, 'subscription' | 'trial'>> = {
  active: 'subscription',
  past_due: 'subscription',
  trialing: 'trial',
};

type ByPractice<Value> = Map<number, Value[]>;

function add<Value>(to: ByPractice<Value>, practice: number, value: Value): void {
  const list = to.get(practice);
  if (list) list.push(value);
  else to.set(practice, [value]);
}

const ofPractices = (practices: readonly number[]) => sql<boolean>`practice_id = any(${practices}::integer[])`;

async function readItems(db: Db, practices: readonly number[]): Promise<ByPractice<Giver>> {
  const found: ByPractice<Giver> = new Map();
  const rows = await db
    .selectFrom('item_assignments')
    .innerJoin('billing_items', 'billing_items.id', 'item_assignments.item_id')
    .innerJoin('billing_subscriptions', 'billing_subscriptions.id', 'billing_items.subscription_id')
    .select(['item_assignments.practice_id', 'billing_items.id', 'billing_items.price_id'])
    .select(['billing_items.shown as item', 'billing_subscriptions.status'])
    .select('billing_subscriptions.shown as subscription')
    .where(ofPractices(practices))
    .orderBy('billing_items.id')
    .execute();
  if (rows.length === 0) return found;
  const { keyOf } = await readCataloguePrices(db);
  for (const { practice_id: practice, id, price_id: price, item, status, subscription } of rows) {
    const source = sourceOfStatus[status];
    const key = keyOf.get(price);
    const contents = contentsOf(key);
    if (source === undefined || !contents) continue;
    const end = source === 'trial' ? subscription.trial_end : null;
    add(found, practice, {
      id,
      source,
      bundles: contents.bundles,
      features: contents.features,
      trialEnd: end === null ? null : new Date(end * 1000),
      product: nameOfPrice(key) ?? item.name,
    });
  }
  return found;
}

async function readGrants(db: Db, practices: readonly number[]): Promise<ByPractice<NamedEntitlement>> {
  const rows = await db
    .selectFrom('entitlement_grants')
    .select('practice_id')
    .select(
      sql<NamedEntitlement[]>`json_agg(json_build_object('kind', kind, 'name', name) order by kind, name)`.as('all'),
    )
    .where(ofPractices(practices))
    .groupBy('practice_id')
    .execute();
  return new Map(rows.map(({ practice_id: practice, all }) => [practice, all]));
}

async function readRevocations(db: Db, practices: readonly number[]): Promise<ByPractice<Revocation>> {
  const rows = await db
    .selectFrom('entitlement_revocations')
    .select('practice_id')
    .select(
      sql<
        Revocation[]
      >`json_agg(json_build_object('kind', kind, 'name', name, 'against', against) order by kind, name)`.as('all'),
    )
    .where(ofPractices(practices))
    .groupBy('practice_id')
    .execute();
  return new Map(rows.map(({ practice_id: practice, all }) => [practice, all]));
}

/** Of each practice. */
export async function readSources(db: Db, practices: readonly number[]): Promise<Map<number, Sources>> {
  const items = await readItems(db, practices);
  const grants = await readGrants(db, practices);
  const revocations = await readRevocations(db, practices);
  return new Map(
    practices.map((practice) => [
      practice,
      {
        items: items.get(practice) ?? noSources.items,
        grants: grants.get(practice) ?? noSources.grants,
        revoked: revocations.get(practice) ?? noSources.revoked,
      },
    ]),
  );
}

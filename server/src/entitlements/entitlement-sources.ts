/** What gives a practice its bundles and features, as the database has it. */
import { contentsOf, nameOfPrice, named } from '../catalogue/catalogue.js';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import type { Giver, NamedEntitlement } from './entitlements.js';

/**
 * Statuses of a subscription whose items may be used. One that is past due is being mended; one that is unpaid has been
 * tried for the last time (docs/decisions/0022).
 */
const sourceOfStatus: Readonly<Record<string, 'subscription' | 'trial'>> = {
  active: 'subscription',
  past_due: 'subscription',
  trialing: 'trial',
};

async function subscribed(db: Db, practice: number): Promise<Giver[]> {
  const { keyOf } = await readCataloguePrices(db);
  const rows = await db
    .selectFrom('item_assignments')
    .innerJoin('billing_items', 'billing_items.id', 'item_assignments.item_id')
    .innerJoin('billing_subscriptions', 'billing_subscriptions.id', 'billing_items.subscription_id')
    .select(['billing_items.price_id', 'billing_items.shown as item', 'billing_subscriptions.status'])
    .select('billing_subscriptions.shown as subscription')
    .where('item_assignments.practice_id', '=', practice)
    .orderBy('billing_items.id')
    .execute();
  return rows.flatMap(({ price_id: price, item, status, subscription }): Giver[] => {
    const source = sourceOfStatus[status];
    const key = keyOf.get(price);
    const contents = contentsOf(key);
    if (source === undefined || !contents) return [];
    const end = source === 'trial' ? subscription.trial_end : null;
    const { bundles, features } = contents;
    const trialEnd = end === null ? null : new Date(end * 1000);
    return [{ source, bundles, features, trialEnd, product: nameOfPrice(key) ?? item.name }];
  });
}

async function granted(db: Db, practice: number): Promise<Giver[]> {
  const rows = await db
    .selectFrom('entitlement_grants')
    .select(['kind', 'name'])
    .where('practice_id', '=', practice)
    .execute();
  return rows.map(({ kind, name }) => ({
    source: 'grant' as const,
    bundles: kind === 'bundle' ? [name] : [],
    features: kind === 'feature' ? [name] : [],
    trialEnd: null,
    product: named(name).display_name,
  }));
}

export async function readGivers(db: Db, practice: number): Promise<Giver[]> {
  return [...(await subscribed(db, practice)), ...(await granted(db, practice))];
}

export function readRevocations(db: Db, practice: number): Promise<NamedEntitlement[]> {
  return db
    .selectFrom('entitlement_revocations')
    .select(['kind', 'name'])
    .where('practice_id', '=', practice)
    .execute();
}

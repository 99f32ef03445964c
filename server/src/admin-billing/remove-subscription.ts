/** Taking a practice's seat of an item, and what becomes of what it gave (server rule 9). */
import type { FeaturesEffect } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import { bundlesByName } from '../catalogue/catalogue.js';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { changeByHand } from '../entitlements/change-by-hand.js';
import { effectOf } from '../entitlements/effect.js';
import { readSources } from '../entitlements/entitlement-sources.js';
import type { NamedEntitlement } from '../entitlements/entitlements.js';
import { lockEntitlements, recompute } from '../entitlements/recompute.js';
import { type Sources, noSources, withByHand } from '../entitlements/sources.js';
import { notFound } from '../http/refusal.js';
import { itemName } from './admin-view.js';
import { messages } from './messages.js';
import { findItem } from './mirrored-billing-repository.js';
import { countSeats, deleteSeat } from './seats-repository.js';

const withoutItems = (sources: Sources, items: readonly string[]): Sources => ({
  ...sources,
  items: sources.items.filter(({ id }) => !items.includes(id)),
});

/** What has to be granted so that nothing is lost: bundles, and the features that do not come with them. */
function grantsToKeep(before: Sources, after: Sources): NamedEntitlement[] {
  const { bundles_lost: bundles, features_lost: features } = effectOf(before, after);
  const withBundles = new Set(bundles.flatMap(({ name }) => bundlesByName.get(name)?.features ?? []));
  return [
    ...bundles.map(({ name }) => ({ kind: 'bundle' as const, name })),
    ...features.filter(({ name }) => !withBundles.has(name)).map(({ name }) => ({ kind: 'feature' as const, name })),
  ];
}

async function sourcesOf(db: Db, practice: number): Promise<Sources> {
  return (await readSources(db, [practice])).get(practice) ?? noSources;
}

export interface Removal {
  practice: number;
  item: string;
  /** False leaves grants by hand behind for what would be lost. */
  deactivate: boolean;
}

/**
 * @returns what the item is called
 * @throws Refusal `not_found` for an item on which the practice has no seat
 */
export function removeSubscription(
  db: Db,
  { practice, item, deactivate }: Removal,
  { actor, now }: Doing,
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    await lockEntitlements(transaction, practice);
    const before = await sourcesOf(transaction, practice);
    const subscription = await deleteSeat(transaction, practice, item);
    if (subscription === undefined) throw notFound(messages.noSeatHere);
    const kept = deactivate ? [] : grantsToKeep(before, withoutItems(before, [item]));
    if (kept.length > 0) {
      await changeByHand(transaction, [practice], () => ({ grant: kept, revoke: [] }), { actor, now });
    } else {
      await recompute(transaction, practice, { actor, now });
    }
    await recordAudit(transaction, {
      practice,
      actor,
      at: now,
      action: 'item.unassign',
      entity: 'subscription_item',
      entityId: item,
      before: { subscription },
      after: { features: deactivate ? 'deactivated' : 'kept' },
    });
    const snapshot = await findItem(transaction, item);
    const { keyOf } = await readCataloguePrices(transaction);
    return snapshot ? itemName(snapshot, keyOf) : messages.anItem;
  });
}

/**
 * What the practice would lose or keep without its seats of these items; changes nothing.
 *
 * @throws Refusal `not_found` for an item on which the practice has no seat
 */
export async function previewRemoval(
  db: Db,
  { practice, items, deactivate }: { practice: number; items: readonly string[]; deactivate: boolean },
): Promise<FeaturesEffect> {
  const [before, seats] = await Promise.all([sourcesOf(db, practice), countSeats(db, practice, items)]);
  if (seats < new Set(items).size) throw notFound(messages.noSeatHere);
  const after = withoutItems(before, items);
  if (deactivate) return effectOf(before, after);
  return effectOf(before, withByHand(after, { grant: grantsToKeep(before, after), revoke: [] }));
}

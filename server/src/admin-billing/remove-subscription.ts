/** Removes a practice's seat on an item, and either keeps or ends its entitlements (server rule 9). */
import type { FeaturesEffect } from 'shared-api/contracts';
import type { AuditContext } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import { bundlesByName } from '../catalogue/catalogue.js';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { changeManually } from '../entitlements/change-manually.js';
import { effectOf } from '../entitlements/effect.js';
import { readEntitlementInputs } from '../entitlements/entitlement-sources.js';
import type { NamedEntitlement } from '../entitlements/entitlements.js';
import { lockEntitlements, recompute } from '../entitlements/recompute.js';
import { type EntitlementInputs, noInputs, applyManualChange } from '../entitlements/sources.js';
import { notFound } from '../http/app-error.js';
import { itemName } from './admin-view.js';
import { messages } from './messages.js';
import { findItem } from './mirrored-billing-repository.js';
import { countSeats, deleteSeat } from './seats-repository.js';

const withoutItems = (sources: EntitlementInputs, itemIds: readonly string[]): EntitlementInputs => ({
  ...sources,
  items: sources.items.filter(({ id }) => !itemIds.includes(id)),
});

/** Manual grants that prevent a loss: for bundles, and for features outside of these bundles. */
function grantsToKeep(before: EntitlementInputs, after: EntitlementInputs): NamedEntitlement[] {
  const { bundles_lost: bundles, features_lost: features } = effectOf(before, after);
  const withBundles = new Set(bundles.flatMap(({ name }) => bundlesByName.get(name)?.features ?? []));
  return [
    ...bundles.map(({ name }) => ({ kind: 'bundle' as const, name })),
    ...features.filter(({ name }) => !withBundles.has(name)).map(({ name }) => ({ kind: 'feature' as const, name })),
  ];
}

async function sourcesOf(db: Db, practiceId: number): Promise<EntitlementInputs> {
  return (await readEntitlementInputs(db, [practiceId])).get(practiceId) ?? noInputs;
}

export interface Removal {
  practiceId: number;
  item: string;
  /** True ends the item's entitlements. False keeps them as manual grants. */
  deactivate: boolean;
}

/**
 * @returns the item's name
 * @throws AppError `not_found` for an item on which the practice has no seat
 */
export function removeSubscription(
  db: Db,
  { practiceId, item: itemId, deactivate }: Removal,
  { actor, now }: AuditContext,
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    await lockEntitlements(transaction, practiceId);
    const before = await sourcesOf(transaction, practiceId);
    const subscriptionId = await deleteSeat(transaction, practiceId, itemId);
    if (subscriptionId === undefined) throw notFound(messages.noSeatHere);
    const grantsToAdd = deactivate ? [] : grantsToKeep(before, withoutItems(before, [itemId]));
    if (grantsToAdd.length > 0) {
      await changeManually(transaction, [practiceId], () => ({ grant: grantsToAdd, revoke: [] }), { actor, now });
    } else {
      await recompute(transaction, practiceId, { actor, now });
    }
    const snapshot = await findItem(transaction, itemId);
    const { keyOf } = await readCataloguePrices(transaction);
    const name = snapshot && itemName(snapshot, keyOf);
    await recordAudit(transaction, {
      practiceId,
      actor,
      at: now,
      action: 'item.unassign',
      entity: 'subscription_item',
      entityId: itemId,
      before: { subscription: subscriptionId, item_name: name },
      after: { features: deactivate ? 'deactivated' : 'kept' },
    });
    return name ?? messages.anItem;
  });
}

/**
 * Previews what the practice would lose or keep without its seats on these items. Changes nothing.
 *
 * @throws AppError `not_found` for an item on which the practice has no seat
 */
export async function previewRemoval(
  db: Db,
  { practiceId, items: itemIds, deactivate }: { practiceId: number; items: readonly string[]; deactivate: boolean },
): Promise<FeaturesEffect> {
  const [before, seats] = await Promise.all([sourcesOf(db, practiceId), countSeats(db, practiceId, itemIds)]);
  if (seats < new Set(itemIds).size) throw notFound(messages.noSeatHere);
  const after = withoutItems(before, itemIds);
  if (deactivate) return effectOf(before, after);
  return effectOf(before, applyManualChange(after, { grant: grantsToKeep(before, after), revoke: [] }));
}

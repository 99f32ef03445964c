/** Removes a practice's seat on an item, and either keeps or ends its entitlements (server rule 9). */
import type { FeaturesEffect } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import { bundlesByName } from '../../billing/catalogue/catalogue.js';
import { readCataloguePrices } from '../../billing/catalogue/catalogue-prices.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { changeManually } from '../../billing/entitlements/change-manually.js';
import { effectOf } from '../../billing/entitlements/effect.js';
import { readEntitlementInputs } from '../../billing/entitlements/entitlement-sources.js';
import type { NamedEntitlement } from '../../billing/entitlements/entitlements.js';
import { lockEntitlements, recompute } from '../../billing/entitlements/recompute.js';
import { type EntitlementInputs, noInputs, applyManualChange } from '../../billing/entitlements/sources.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import { itemName } from './admin-view.js';
import { messages } from './messages.js';
import { findItem } from './mirrored-billing-repository.js';
import { findContinuations, findContinued } from './scheduled-seats.js';
import { deleteSeats, findSeats } from './seats-repository.js';
import { scheduleOfItem } from './subscriptions-with-items.js';

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
 * The practice's seats on these items, with their subscriptions or schedules.
 *
 * @throws AppError `scheduled_seat` for a scheduled item whose seat comes with another one; `not_found` for any other
 * item without a seat
 */
async function requireSeats(db: Db, practiceId: number, itemIds: readonly string[]): Promise<Map<string, string>> {
  const seats = await findSeats(db, practiceId, itemIds);
  const missing = itemIds.find((id) => !seats.has(id));
  if (missing === undefined) return seats;
  const schedule = scheduleOfItem(missing);
  const continued = schedule === undefined ? undefined : await findContinued(db, schedule, missing);
  if (!continued || !(await findSeats(db, practiceId, [continued.id])).has(continued.id)) {
    throw notFound(messages.noSeatHere);
  }
  const { keyOf } = await readCataloguePrices(db);
  throw new AppError(409, 'scheduled_seat', messages.comesWith(itemName(continued, keyOf)));
}

/**
 * Removes the seat on an item, and the seats on scheduled items that continue it.
 *
 * @returns the item's name
 * @throws AppError `scheduled_seat`, `not_found`
 */
export function removeSubscription(
  db: Db,
  { practiceId, item: itemId, deactivate }: Removal,
  { actor, now }: AuditContext,
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    await lockEntitlements(transaction, practiceId);
    const before = await sourcesOf(transaction, practiceId);
    const subscriptionId = (await requireSeats(transaction, practiceId, [itemId])).get(itemId) ?? '';
    const continuations = await findContinuations(transaction, subscriptionId, itemId);
    await deleteSeats(transaction, practiceId, [itemId, ...continuations]);
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
 * @throws AppError `scheduled_seat`, `not_found`
 */
export async function previewRemoval(
  db: Db,
  { practiceId, items: itemIds, deactivate }: { practiceId: number; items: readonly string[]; deactivate: boolean },
): Promise<FeaturesEffect> {
  const [before] = await Promise.all([sourcesOf(db, practiceId), requireSeats(db, practiceId, itemIds)]);
  const after = withoutItems(before, itemIds);
  if (deactivate) return effectOf(before, after);
  return effectOf(before, applyManualChange(after, { grant: grantsToKeep(before, after), revoke: [] }));
}

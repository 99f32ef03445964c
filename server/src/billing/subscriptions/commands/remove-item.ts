/** Schedules optional items to end with the paid period, which can be undone until then (DECISIONS 13 to 15). */
import type { BillingOutcome } from 'shared-api/contracts';
import { addOnsByPriceKey, contentsOf, nameOfPrice } from '../../catalogue/catalogue.js';
import { type CataloguePrices, readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import type { Db } from '../../../platform/database/tables.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { writeToStripe } from '../../stripe/stripe-errors.js';
import type { BillingCaller, BillingContext } from '../billing-context.js';
import { type MirroredSubscription, assertNotShared, findSubscription } from '../mirror/read-mirror.js';
import { idOf, type ItemSnapshot, stopDateOf, upcomingPhases } from '../mirror/snapshots.js';
import { assertActive } from './add-items.js';
import type { CommandDescription } from './finish-command.js';
import { refreshBeforePlanning, scheduledOf } from './read-scheduled.js';
import { runCommand } from './run-command.js';
import { WITH_SUBSCRIPTION, isWithoutChanges, phaseParams, phasesAfterUndo, phasesWithout } from './schedule-phases.js';

export const nameOfItem = (
  { price_id: priceId, name }: ItemSnapshot,
  { keyOf }: Pick<CataloguePrices, 'keyOf'>,
): string => nameOfPrice(keyOf.get(priceId)) ?? name;

const requirementsOf = (
  { price_id: priceId }: ItemSnapshot,
  { keyOf }: Pick<CataloguePrices, 'keyOf'>,
): readonly string[] => addOnsByPriceKey.get(keyOf.get(priceId) ?? '')?.requires ?? [];

const featureOf = (
  { price_id: priceId }: ItemSnapshot,
  { keyOf }: Pick<CataloguePrices, 'keyOf'>,
): string | undefined => contentsOf(keyOf.get(priceId))?.addOn ?? undefined;

const isEnding = ({ view, schedule }: MirroredSubscription, { price_id: priceId }: ItemSnapshot): boolean =>
  stopDateOf(priceId, view, schedule) !== null;

/** Continuing items that depend on this item, directly or indirectly. They can't stay without it. */
export function dependentsOf(
  subscription: MirroredSubscription,
  item: ItemSnapshot,
  prices: Pick<CataloguePrices, 'keyOf'>,
): ItemSnapshot[] {
  const items = new Set<ItemSnapshot>();
  const visit = (one: ItemSnapshot): void => {
    const feature = featureOf(one, prices);
    if (feature === undefined) return;
    for (const other of subscription.items) {
      const needsIt = requirementsOf(other, prices).includes(feature) && !isEnding(subscription, other);
      if (other === item || items.has(other) || !needsIt) continue;
      items.add(other);
      visit(other);
    }
  };
  visit(item);
  return [...items];
}

/** An item that a scheduled phase will start and that depends on one of these items. */
function scheduledDependentOf(
  { items, schedule }: MirroredSubscription,
  removed: readonly ItemSnapshot[],
  prices: Pick<CataloguePrices, 'keyOf'>,
): ItemSnapshot | undefined {
  if (!schedule) return undefined;
  const features = new Set(removed.flatMap((item) => featureOf(item, prices) ?? []));
  const priceIds = new Set(items.map(({ price_id: priceId }) => priceId));
  return upcomingPhases(schedule)
    .flatMap((phase) => phase.items)
    .filter(({ price_id: priceId }) => !priceIds.has(priceId))
    .find((item) => requirementsOf(item, prices).some((feature) => features.has(feature)));
}

/** Ending items that this item depends on. They also stay when its end is undone. */
function endingRequirementsOf(
  subscription: MirroredSubscription,
  item: ItemSnapshot,
  prices: Pick<CataloguePrices, 'keyOf'>,
): ItemSnapshot[] {
  const items = new Set<ItemSnapshot>();
  const visit = (one: ItemSnapshot): void => {
    const needed = requirementsOf(one, prices);
    for (const other of subscription.items) {
      const feature = featureOf(other, prices);
      const isNeeded = feature !== undefined && needed.includes(feature) && isEnding(subscription, other);
      if (!isNeeded || items.has(other) || other === item) continue;
      items.add(other);
      visit(other);
    }
  };
  visit(item);
  return [...items];
}

/** The reason why an item can't be removed. Null when it can. */
export function findRemovalBlocker(
  subscription: MirroredSubscription,
  item: ItemSnapshot,
  prices: Pick<CataloguePrices, 'keyOf'>,
): { code: string; reason: string } | null {
  const name = nameOfItem(item, prices);
  if (subscription.view.status !== 'active') {
    return { code: 'not_active', reason: 'Items can be removed only from an active subscription.' };
  }
  if (featureOf(item, prices) === undefined || subscription.items.length === 1) {
    return { code: 'not_removable', reason: `${name} is a core item of the subscription and can’t be removed.` };
  }
  if (isEnding(subscription, item)) return { code: 'already_ends', reason: `${name} is already set to end.` };
  const later = scheduledDependentOf(subscription, [item, ...dependentsOf(subscription, item, prices)], prices);
  if (later) {
    const reason = `${nameOfItem(later, prices)} is scheduled to start and needs it. Contact support to remove ${name}.`;
    return { code: 'needed_later', reason };
  }
  return null;
}

export interface PlannedRemoval {
  subscription: MirroredSubscription;
  /** The item and its dependents. */
  items: ItemSnapshot[];
  names: string[];
}

function ownItem(subscription: MirroredSubscription, itemId: string): ItemSnapshot {
  const item = subscription.items.find(({ id }) => id === itemId && subscription.own.has(id));
  if (!item) throw notFound('This subscription doesn’t have this item. Reload the page.');
  return item;
}

/** @throws AppError `not_found`, `not_active`, `not_removable` for a core item, `already_ends`, `needed_later`, `shared` */
export async function planRemoval(
  db: Db,
  practiceId: number,
  subscriptionId: string,
  itemId: string,
): Promise<PlannedRemoval> {
  const subscription = await findSubscription(db, practiceId, subscriptionId);
  const item = ownItem(subscription, itemId);
  const prices = await readCataloguePrices(db);
  assertActive(subscription, 'have items removed');
  const blocker = findRemovalBlocker(subscription, item, prices);
  if (blocker) throw new AppError(409, blocker.code, blocker.reason);
  const items = [item, ...dependentsOf(subscription, item, prices)];
  await assertNotShared(db, practiceId, items, 'removed');
  return { subscription, items, names: items.map((one) => nameOfItem(one, prices)) };
}

export interface RemoveItem {
  subscriptionId: string;
  itemId: string;
  withDependents: boolean;
}

/**
 * Schedules the item's end at the end of the paid period; the subscription continues without it. Nothing is refunded.
 *
 * @throws AppError `has_dependents` when other items depend on it and don't also end
 */
export function removeItem(
  context: BillingContext,
  { subscriptionId, itemId, withDependents }: RemoveItem,
  caller: BillingCaller,
): Promise<BillingOutcome> {
  const { db, stripe, practiceId } = context;
  const description: CommandDescription = {
    action: 'subscription.remove_item',
    after: { item: itemId },
    doneMessage: 'The item ends with the paid period',
    failedMessage: 'Nothing was removed.',
  };
  const content = { subscription: subscriptionId, item: itemId, withDependents };
  const command = { name: 'remove', content, subscriptionId, description };
  return runCommand(context, command, caller, async (attempt) => {
    const { id } = attempt;
    await refreshBeforePlanning(context, subscriptionId, caller.now);
    const { items, names } = await planRemoval(db, practiceId, subscriptionId, itemId);
    const [name = '', ...dependents] = names;
    if (dependents.length > 0 && !withDependents) {
      throw new AppError(
        409,
        'has_dependents',
        `${dependents.join(', ')} ${dependents.length === 1 ? 'needs' : 'need'} ${name}. Remove them together.`,
      );
    }
    await attempt.markSent();
    await writeToStripe(async () => {
      const scheduleId = idOf((await stripe.subscriptions.retrieve(subscriptionId)).schedule);
      const schedule = await (scheduleId === null
        ? stripe.subscriptionSchedules.create(
            { from_subscription: subscriptionId, ...WITH_SUBSCRIPTION },
            { idempotencyKey: `${id}:schedule` },
          )
        : stripe.subscriptionSchedules.retrieve(scheduleId, WITH_SUBSCRIPTION));
      const priceIds = items.map(({ price_id: priceId }) => priceId);
      await stripe.subscriptionSchedules.update(
        schedule.id,
        {
          phases: phaseParams(phasesWithout(await scheduledOf(stripe, schedule), priceIds), schedule),
          proration_behavior: 'none',
        },
        { idempotencyKey: `${id}:phases` },
      );
    });
    return { subscriptionId, prices: [] };
  });
}

/** @throws AppError `not_found`, `not_active`, `not_ending` */
export async function planUndoRemoval(
  db: Db,
  practiceId: number,
  subscriptionId: string,
  itemId: string,
): Promise<PlannedRemoval> {
  const subscription = await findSubscription(db, practiceId, subscriptionId);
  const item = ownItem(subscription, itemId);
  const prices = await readCataloguePrices(db);
  assertActive(subscription, 'keep an item');
  const blocker = findUndoBlocker(subscription, item, prices);
  if (blocker !== null) throw new AppError(409, 'not_ending', blocker);
  const items = [item, ...endingRequirementsOf(subscription, item, prices)];
  return { subscription, items, names: items.map((one) => nameOfItem(one, prices)) };
}

/** The reason why the end of an item can't be undone. Null when it can. */
export function findUndoBlocker(
  subscription: MirroredSubscription,
  item: ItemSnapshot,
  prices: Pick<CataloguePrices, 'keyOf'>,
): string | null {
  const name = nameOfItem(item, prices);
  if (subscription.view.status !== 'active') return 'An item can be kept only while its subscription is active.';
  const { schedule } = subscription;
  const endsAlone =
    schedule !== null &&
    upcomingPhases(schedule).some(({ items }) => !items.some(({ price_id: priceId }) => priceId === item.price_id));
  if (!endsAlone || featureOf(item, prices) === undefined) return `${name} isn’t set to end separately.`;
  return null;
}

/** Keeps an item that was scheduled to end, and the items that it depends on. */
export function undoItemRemoval(
  context: BillingContext,
  { subscriptionId, itemId }: Omit<RemoveItem, 'withDependents'>,
  caller: BillingCaller,
): Promise<BillingOutcome> {
  const { db, stripe, practiceId } = context;
  const description: CommandDescription = {
    action: 'subscription.undo_removal',
    after: { item: itemId },
    doneMessage: 'The item stays in the subscription',
    failedMessage: 'Nothing was changed.',
  };
  const content = { subscription: subscriptionId, item: itemId };
  const command = { name: 'undo-removal', content, subscriptionId, description };
  return runCommand(context, command, caller, async (attempt) => {
    const { id } = attempt;
    await refreshBeforePlanning(context, subscriptionId, caller.now);
    const { subscription, items } = await planUndoRemoval(db, practiceId, subscriptionId, itemId);
    const { schedule } = subscription;
    if (schedule) {
      const priceIds = items.map(({ price_id: priceId }) => priceId);
      await attempt.markSent();
      await writeToStripe(async () => {
        const current = await stripe.subscriptionSchedules.retrieve(schedule.id, WITH_SUBSCRIPTION);
        const phases = phaseParams(phasesAfterUndo(await scheduledOf(stripe, current), priceIds), current);
        // A schedule without changes isn't needed, unless it also ends the subscription.
        const isNeeded = !isWithoutChanges(phases) || current.end_behavior === 'cancel';
        await (isNeeded
          ? stripe.subscriptionSchedules.update(
              schedule.id,
              { phases, proration_behavior: 'none' },
              { idempotencyKey: `${id}:phases` },
            )
          : stripe.subscriptionSchedules.release(schedule.id, {}, { idempotencyKey: `${id}:release` }));
      });
    }
    return { subscriptionId, prices: [] };
  });
}

/** Letting an optional item end with the paid period (DECISIONS 13 to 15). */
import type { BillingOutcome } from 'shared-api/contracts';
import { contentsOf } from '../../catalogue/catalogue.js';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import type { Db } from '../../database/tables.js';
import { Refusal, notFound } from '../../http/refusal.js';
import { atStripe } from '../../stripe/stripe-errors.js';
import { type BillingCaller, type BillingContext, told } from './billing-command.js';
import { assertActive } from './add-items.js';
import { phasesWithout } from './schedule-phases.js';
import { findSubscription, assertNotShared } from '../mirror/read-mirror.js';
import { withIdempotencyKey } from '../../idempotency/idempotent-request.js';
import { type ItemSnapshot, stopDateOf } from '../mirror/snapshots.js';
import type { MirroredSubscription } from '../views/subscription-view.js';

/**
 * @throws Refusal `not_found`, `not_active`, `not_removable` for a core item, `already_ends`, `shared`
 */
export async function planRemoval(
  db: Db,
  practice: number,
  subscription: string,
  itemId: string,
): Promise<{ kept: MirroredSubscription; item: ItemSnapshot }> {
  const kept = await findSubscription(db, practice, subscription);
  const item = kept.items.find(({ id }) => id === itemId && kept.own.has(id));
  if (!item) throw notFound('This subscription has no such item.');
  assertActive(kept, 'have items removed');
  const { keyOf } = await readCataloguePrices(db);
  const isOptional = contentsOf(keyOf.get(item.price_id))?.addOn != null;
  if (!isOptional || kept.items.length === 1) {
    throw new Refusal(409, 'not_removable', `${item.name} is a core item of the subscription and cannot be removed.`);
  }
  if (stopDateOf(item.price_id, kept.view, kept.schedule) !== null) {
    throw new Refusal(409, 'already_ends', `${item.name} has an end already.`);
  }
  await assertNotShared(db, practice, [item], 'removed');
  return { kept, item };
}

/** Schedules the subscription to go on without the item from the end of the paid period. Nothing is given back. */
export function removeItem(
  on: BillingContext,
  { subscription, item: itemId }: { subscription: string; item: string },
  { actor, now, key }: BillingCaller,
): Promise<BillingOutcome> {
  const { db, stripe, practice } = on;
  const content = { subscription, item: itemId };
  return withIdempotencyKey(db, { practice, action: 'remove', actor, key, content, subscription }, async ({ id, again }) => {
    const done = {
      message: 'The item ends with the paid period',
      action: 'subscription.remove_item',
      after: { item: itemId },
    };
    if (again) {
      const { items, view, schedule } = await findSubscription(db, practice, subscription);
      const item = items.find((one) => one.id === itemId);
      if (item && stopDateOf(item.price_id, view, schedule) !== null) {
        return told(on, subscription, done, { actor, now });
      }
    }
    const { kept, item } = await planRemoval(db, practice, subscription, itemId);
    await atStripe(async () => {
      const schedule =
        kept.schedule ??
        (await stripe.subscriptionSchedules.create(
          { from_subscription: subscription },
          { idempotencyKey: `${id}:schedule` },
        ));
      await stripe.subscriptionSchedules.update(
        schedule.id,
        { phases: phasesWithout(kept, item.price_id), end_behavior: 'release', proration_behavior: 'none' },
        { idempotencyKey: `${id}:phases` },
      );
    });
    return told(on, subscription, done, { actor, now });
  });
}

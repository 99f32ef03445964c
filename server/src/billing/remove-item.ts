/** Letting an optional item end with the paid period (DECISIONS 13 to 15). */
import type { BillingOutcome } from 'shared-api/contracts';
import { contentsOf } from '../catalogue/catalogue.js';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import { Refusal, notFound } from '../http/refusal.js';
import { atStripe } from '../stripe/stripe-errors.js';
import { type Acting, type ActionOn, told } from './acting.js';
import { refuseUnlessActive } from './add-items.js';
import { phasesWithout } from './item-changes.js';
import { keptSubscription, refuseShared } from './kept-subscriptions.js';
import { once } from './requests.js';
import { type ItemView, stopDateOf } from './stripe-view.js';
import type { KeptSubscription } from './summary-view.js';

/**
 * @throws Refusal `not_found`, `not_active`, `not_removable` for a core item, `already_ends`, `shared`
 */
export async function planRemoval(
  db: Db,
  practice: number,
  subscription: string,
  itemId: string,
): Promise<{ kept: KeptSubscription; item: ItemView }> {
  const kept = await keptSubscription(db, practice, subscription);
  const item = kept.items.find(({ id }) => id === itemId && kept.own.has(id));
  if (!item) throw notFound('This subscription has no such item.');
  refuseUnlessActive(kept, 'have items removed');
  const { keyOf } = await readCataloguePrices(db);
  const isOptional = contentsOf(keyOf.get(item.price_id))?.addOn != null;
  if (!isOptional || kept.items.length === 1) {
    throw new Refusal(409, 'not_removable', `${item.name} is a core item of the subscription and cannot be removed.`);
  }
  if (stopDateOf(item.price_id, kept.view, kept.schedule) !== null) {
    throw new Refusal(409, 'already_ends', `${item.name} has an end already.`);
  }
  await refuseShared(db, practice, [item], 'removed');
  return { kept, item };
}

/** Schedules the subscription to go on without the item from the end of the paid period. Nothing is given back. */
export function removeItem(
  on: ActionOn,
  { subscription, item: itemId }: { subscription: string; item: string },
  { actor, now, key }: Acting,
): Promise<BillingOutcome> {
  const { db, stripe, practice } = on;
  const content = { subscription, item: itemId };
  return once(db, { practice, action: 'remove', actor, key, content, subscription }, async ({ id, again }) => {
    const done = {
      message: 'The item ends with the paid period',
      action: 'subscription.remove_item',
      after: { item: itemId },
    };
    if (again) {
      const { items, view, schedule } = await keptSubscription(db, practice, subscription);
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

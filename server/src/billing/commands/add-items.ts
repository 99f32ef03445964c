/** Adding optional features to an active subscription (specification: billing, 5; server rule 5). */
import type { AddOnContext, BillingOutcome, ChosenFeature } from 'shared-api/contracts';
import { allFeaturesOf, contentsOf } from '../../catalogue/catalogue.js';
import { type CataloguePrices, readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { optionalFeatures } from '../../catalogue/catalogue-view.js';
import type { Db } from '../../database/tables.js';
import { readEntitlements } from '../../entitlements/recompute.js';
import { Refusal } from '../../http/refusal.js';
import { atStripe } from '../../stripe/stripe-errors.js';
import { type BillingCaller, type BillingContext, WITH_SECRET, chargeOrRequireAction, openSecret, told } from './billing-command.js';
import { assign } from '../mirror/seats-repository.js';
import { pricesOfChosen } from './chosen-add-ons.js';
import { type Addition, additionOf, phasesWith } from './schedule-phases.js';
import { findSubscription, readMirror, seatsTaken } from '../mirror/read-mirror.js';
import { prorationStart } from '../views/proration.js';
import { withIdempotencyKey } from '../../idempotency/idempotent-request.js';
import { upcomingPhases } from '../mirror/snapshots.js';
import type { MirroredSubscription } from '../views/subscription-view.js';

/** How long the moment of a preview may be past when the change is made, in seconds. */
const PREVIEW_HOLDS_S = 3600;

/** What the rules know of a subscription: its own bundles, and every feature that the practice has by whatever way. */
async function contextOf(
  db: Db,
  practice: number,
  { items, own }: MirroredSubscription,
  prices: CataloguePrices,
): Promise<AddOnContext> {
  const contents = (list: MirroredSubscription['items']) =>
    list.filter(({ id }) => own.has(id)).flatMap((item) => contentsOf(prices.keyOf.get(item.price_id)) ?? []);
  const [entitlements, { subscriptions }] = await Promise.all([readEntitlements(db, practice), readMirror(db, practice)]);
  const live = subscriptions.filter(({ view }) => ['active', 'past_due', 'trialing'].includes(view.status));
  return {
    features: optionalFeatures(prices),
    interval: items[0]?.interval ?? 'month',
    bundles: contents(items).flatMap(({ bundles }) => bundles),
    active: [
      ...entitlements.filter(({ kind }) => kind === 'feature').map(({ name }) => name),
      ...live.flatMap((one) => contents(one.items)).flatMap((content) => [...allFeaturesOf(content)]),
    ],
  };
}

export function assertActive({ view }: MirroredSubscription, words: string): void {
  if (view.status !== 'active') throw new Refusal(409, 'not_active', `Only an active subscription can ${words}.`);
}

export interface PlannedAddition {
  kept: MirroredSubscription;
  addition: Addition;
}

/**
 * Judges what was chosen, and says what it comes to.
 *
 * @throws Refusal
 */
export async function planAddition(
  db: Db,
  practice: number,
  subscription: string,
  chosen: readonly ChosenFeature[],
): Promise<PlannedAddition> {
  const kept = await findSubscription(db, practice, subscription);
  assertActive(kept, 'have features added');
  const prices = await readCataloguePrices(db);
  const ids = pricesOfChosen(chosen, await contextOf(db, practice, kept, prices));
  const taken = await seatsTaken(
    db,
    kept.items.map(({ id }) => id),
  );
  return { kept, addition: additionOf(kept, ids, practice, taken) };
}

/** The prices that the addition comes to in phases, with their quantities. */
function phaseItems({ kept, addition }: PlannedAddition): { price: string; quantity: number }[] {
  return addition.items.map((item) =>
    'price' in item
      ? { price: item.price, quantity: 1 }
      : { price: kept.items.find(({ id }) => id === item.id)?.price_id ?? '', quantity: item.quantity },
  );
}

export interface AddItems {
  subscription: string;
  chosen: readonly ChosenFeature[];
  /** The moment that the preview was made for, epoch seconds. */
  prorationDate: number | undefined;
}

/**
 * Adds features, charged for the rest of the period now.
 *
 * @throws Refusal; `preview_outdated` for a preview of long ago, or of another time
 */
export function addItems(
  on: BillingContext,
  { subscription, chosen, prorationDate }: AddItems,
  { actor, now, key }: BillingCaller,
): Promise<BillingOutcome> {
  const { db, stripe, practice } = on;
  const content = { subscription, chosen: chosen.map(({ feature_name, plan_id }) => [feature_name, plan_id]) };
  return withIdempotencyKey(db, { practice, action: 'add', actor, key, content, subscription }, async ({ id, again }) => {
    const done = {
      message: chosen.length === 1 ? 'Feature added' : 'Features added',
      action: 'subscription.add_items',
      after: { features: chosen.map(({ feature_name: name }) => name) },
    };
    if (again) {
      // An earlier attempt may have come through and have been seen here since.
      const { items, own } = await findSubscription(db, practice, subscription);
      const isThere = chosen.every(({ plan_id: plan }) =>
        items.some((one) => one.price_id === plan && own.has(one.id)),
      );
      if (isThere) return told(on, subscription, done, { actor, now });
    }
    const planned = await planAddition(db, practice, subscription, chosen);
    const { kept, addition } = planned;
    let secret: string | undefined;
    if (addition.items.length > 0) {
      if (prorationDate !== undefined) {
        // A moment of the caller's own choice would make the charge what they like.
        const start = await atStripe(() => prorationStart(stripe, kept, addition.items));
        if (start !== null && (prorationDate > start || start - prorationDate > PREVIEW_HOLDS_S)) {
          throw new Refusal(409, 'preview_outdated', 'The preview is out of date. Look at the new one first.');
        }
      }
      const changed = await atStripe(() =>
        chargeOrRequireAction((behavior, step) =>
          stripe.subscriptions.update(
            subscription,
            {
              items: addition.items,
              proration_behavior: 'always_invoice',
              payment_behavior: behavior,
              ...(prorationDate !== undefined && { proration_date: prorationDate }),
              expand: WITH_SECRET,
            },
            { idempotencyKey: `${id}:${step}` },
          ),
        ),
      );
      secret = openSecret(changed);
      const { schedule } = kept;
      if (schedule && upcomingPhases(schedule).length > 0) {
        await atStripe(() =>
          stripe.subscriptionSchedules.update(
            schedule.id,
            { phases: phasesWith(kept, phaseItems(planned)), proration_behavior: 'none' },
            { idempotencyKey: `${id}:phases` },
          ),
        );
      }
    }
    const doing = {
      actor,
      now,
      within: async (transaction: Db) => {
        for (const item of addition.seats) await assign(transaction, { practice, item, subscription }, { actor, now });
      },
    };
    return told(on, subscription, done, doing, secret);
  });
}

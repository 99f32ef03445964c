/** Previews what a practice would gain with seats on items. Changes nothing, here or at the provider. */
import type Stripe from 'stripe';
import type { AnswerOf, previewAttachment as previewAttachmentCall } from 'shared-api/contracts';
import { isUsable } from '../../billing/stripe/statuses.js';
import { contentsOf, nameOfPrice } from '../../billing/catalogue/catalogue.js';
import { readCataloguePrices } from '../../billing/catalogue/catalogue-prices.js';
import type { Db } from '../../platform/database/tables.js';
import { effectOf } from '../../billing/entitlements/effect.js';
import { isSameEntitlement } from '../../billing/entitlements/entitlements.js';
import { readEntitlementInputs } from '../../billing/entitlements/entitlement-sources.js';
import { type EntitlementInputs, noInputs } from '../../billing/entitlements/sources.js';
import { type PurchasedContents, restoredBy, readWithheld } from '../../billing/entitlements/withheld.js';
import { notFound } from '../../platform/errors/app-error.js';
import { readFromStripe } from '../../billing/stripe/stripe-errors.js';
import { messages } from './messages.js';
import { type PricedItem, findMirroredItems } from './mirrored-billing-repository.js';
import { findSubscriptionsWith, scheduleOfItem } from './subscriptions-with-items.js';

async function findItemsAtProvider(
  stripe: Stripe,
  customerIds: readonly string[],
  ids: ReadonlySet<string>,
): Promise<PricedItem[]> {
  const subscriptions = await findSubscriptionsWith(stripe, customerIds, ids);
  return subscriptions.flatMap(({ subscription: { status, trial_end: trialEnd }, items }) =>
    items
      .filter(({ id }) => ids.has(id))
      .map(({ id, price }) => ({ id, priceId: price.id, status, trialEnd: status === 'trialing' ? trialEnd : null })),
  );
}

/** @throws AppError `not_found` for an item missing in both the mirror and the provider */
async function findItems(
  db: Db,
  stripe: Stripe,
  { customers: customerIds, items: itemIds }: { customers: readonly string[]; items: readonly string[] },
): Promise<PricedItem[]> {
  const mirrored = await findMirroredItems(db, itemIds);
  const missing = itemIds.filter((id) => !mirrored.some((item) => item.id === id));
  // The id of a phase's item contains its price.
  const scheduled = missing.flatMap((id): PricedItem[] => {
    const priceId = scheduleOfItem(id) === undefined ? undefined : id.split(':').at(-1);
    return priceId === undefined ? [] : [{ id, priceId, status: undefined, trialEnd: null }];
  });
  const unknown = new Set(missing.filter((id) => scheduleOfItem(id) === undefined));
  const others =
    unknown.size === 0 ? [] : await readFromStripe(() => findItemsAtProvider(stripe, customerIds, unknown));
  const subscriptions = [...mirrored, ...scheduled, ...others];
  if (subscriptions.length < new Set(itemIds).size) throw notFound(messages.noSuchItem);
  return subscriptions;
}

/** Bundles and features of prices, without duplicates. */
export function contentsOfPrices(priceIds: readonly string[], keyOf: ReadonlyMap<string, string>): PurchasedContents {
  const contents = priceIds.flatMap((priceId) => contentsOf(keyOf.get(priceId)) ?? []);
  return {
    bundles: [...new Set(contents.flatMap(({ bundles }) => bundles))],
    features: [...new Set(contents.flatMap(({ features }) => features))],
  };
}

export interface AttachmentToPreview {
  practiceId: number;
  customers: readonly string[];
  items: readonly string[];
  /** Whether to restore manually removed features that these items grant. */
  liftWithheld: boolean;
}

/** @throws AppError `not_found` for an unknown item; 502 when the provider doesn't respond */
export async function previewAttachment(
  db: Db,
  stripe: Stripe,
  { practiceId, customers: customerIds, items: ids, liftWithheld }: AttachmentToPreview,
): Promise<AnswerOf<typeof previewAttachmentCall>> {
  const items = await findItems(db, stripe, { customers: customerIds, items: ids });
  const { keyOf } = await readCataloguePrices(db);
  const readingSources = readEntitlementInputs(db, [practiceId]);
  const [allSources, allWithheld] = await Promise.all([
    readingSources,
    readWithheld(db, practiceId, true, readingSources),
  ]);
  const before = allSources.get(practiceId) ?? noInputs;
  const withheld = restoredBy(
    allWithheld,
    contentsOfPrices(
      items.map(({ priceId }) => priceId),
      keyOf,
    ),
  );
  const granted = items
    .filter(({ status }) => status !== undefined && isUsable(status))
    .map(({ id, priceId, status, trialEnd }): EntitlementInputs['items'][number] => {
      const key = keyOf.get(priceId);
      return {
        id,
        source: status === 'trialing' ? 'trial' : 'subscription',
        bundles: contentsOf(key)?.bundles ?? [],
        features: contentsOf(key)?.features ?? [],
        trialEnd: trialEnd === null ? null : new Date(trialEnd * 1000),
        product: nameOfPrice(key) ?? null,
      };
    });
  const isAffected = (revocation: EntitlementInputs['revoked'][number]) =>
    withheld.some((one) => isSameEntitlement(one, revocation));
  const revoked = liftWithheld
    ? before.revoked.filter((revocation) => !isAffected(revocation))
    : before.revoked.map((revocation) =>
        revocation.against === null || !isAffected(revocation)
          ? revocation
          : { ...revocation, against: [...revocation.against, ...ids] },
      );
  return { effect: effectOf(before, { ...before, items: [...before.items, ...granted], revoked }), withheld };
}

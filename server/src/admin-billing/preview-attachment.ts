/** What a practice would gain with seats on items. Changes nothing, neither here nor at the provider. */
import type Stripe from 'stripe';
import type { AnswerOf, previewAttachment as previewAttachmentCall } from 'shared-api/contracts';
import { isUsable } from '../billing/statuses.js';
import { contentsOf, nameOfPrice } from '../catalogue/catalogue.js';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import { effectOf } from '../entitlements/effect.js';
import { sameAs } from '../entitlements/entitlements.js';
import { readSources } from '../entitlements/entitlement-sources.js';
import { type Sources, noSources } from '../entitlements/sources.js';
import { type PurchasedContents, liftedBy, readWithheld } from '../entitlements/withheld.js';
import { notFound } from '../http/refusal.js';
import { readFromStripe } from '../stripe/stripe-errors.js';
import { messages } from './messages.js';
import { type PricedItem, findMirroredItems } from './mirrored-billing-repository.js';
import { findSubscriptionsWith, scheduleOfItem } from './subscriptions-with-items.js';

async function findItemsAtProvider(
  stripe: Stripe,
  customers: readonly string[],
  ids: ReadonlySet<string>,
): Promise<PricedItem[]> {
  const found = await findSubscriptionsWith(stripe, customers, ids);
  return found.flatMap(({ subscription: { status, trial_end: trialEnd }, items }) =>
    items
      .filter(({ id }) => ids.has(id))
      .map(({ id, price }) => ({ id, priceId: price.id, status, trialEnd: status === 'trialing' ? trialEnd : null })),
  );
}

/** @throws Refusal `not_found` for an item that neither the mirror nor the provider has */
async function findItems(
  db: Db,
  stripe: Stripe,
  { customers, items }: { customers: readonly string[]; items: readonly string[] },
): Promise<PricedItem[]> {
  const mirrored = await findMirroredItems(db, items);
  const missing = items.filter((id) => !mirrored.some((item) => item.id === id));
  // The id of a phase's item names its price.
  const scheduled = missing.flatMap((id): PricedItem[] => {
    const priceId = scheduleOfItem(id) === undefined ? undefined : id.split(':').at(-1);
    return priceId === undefined ? [] : [{ id, priceId, status: undefined, trialEnd: null }];
  });
  const unknown = new Set(missing.filter((id) => scheduleOfItem(id) === undefined));
  const others = unknown.size === 0 ? [] : await readFromStripe(() => findItemsAtProvider(stripe, customers, unknown));
  const found = [...mirrored, ...scheduled, ...others];
  if (found.length < new Set(items).size) throw notFound(messages.noSuchItem);
  return found;
}

/** Bundles and features of prices, each once. */
export function contentsOfPrices(prices: readonly string[], keyOf: ReadonlyMap<string, string>): PurchasedContents {
  const contents = prices.flatMap((price) => contentsOf(keyOf.get(price)) ?? []);
  return {
    bundles: [...new Set(contents.flatMap(({ bundles }) => bundles))],
    features: [...new Set(contents.flatMap(({ features }) => features))],
  };
}

export interface AttachmentToPreview {
  practiceId: number;
  customers: readonly string[];
  items: readonly string[];
  /** Whether what staff removed by hand and these items give is given back. */
  liftWithheld: boolean;
}

/** @throws Refusal `not_found` for an unknown item; 502 when the provider does not answer */
export async function previewAttachment(
  db: Db,
  stripe: Stripe,
  { practiceId, customers, items: ids, liftWithheld }: AttachmentToPreview,
): Promise<AnswerOf<typeof previewAttachmentCall>> {
  const items = await findItems(db, stripe, { customers, items: ids });
  const { keyOf } = await readCataloguePrices(db);
  const [allSources, allWithheld] = await Promise.all([
    readSources(db, [practiceId]),
    readWithheld(db, practiceId, true),
  ]);
  const before = allSources.get(practiceId) ?? noSources;
  const withheld = liftedBy(
    allWithheld,
    contentsOfPrices(
      items.map(({ priceId }) => priceId),
      keyOf,
    ),
  );
  const given = items
    .filter(({ status }) => status !== undefined && isUsable(status))
    .map(({ id, priceId, status, trialEnd }): Sources['items'][number] => {
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
  const isAffected = (revocation: Sources['revoked'][number]) => withheld.some((one) => sameAs(one, revocation));
  const revoked = liftWithheld
    ? before.revoked.filter((revocation) => !isAffected(revocation))
    : before.revoked.map((revocation) =>
        revocation.against === null || !isAffected(revocation)
          ? revocation
          : { ...revocation, against: [...revocation.against, ...ids] },
      );
  return { effect: effectOf(before, { ...before, items: [...before.items, ...given], revoked }), withheld };
}

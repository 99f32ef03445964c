/** Saving what a practice may use and its dates, and saying beforehand what that would do. */
import {
  type BodyOf,
  featureDates,
  type FeaturesEffect,
  type NamedItem,
  type updatePracticeFeatures,
} from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import type { EntitlementKind } from '../database/tables/entitlements.js';
import { inTransaction } from '../database/transaction.js';
import { changeByHand } from '../entitlements/change-by-hand.js';
import { effectOf } from '../entitlements/effect.js';
import { readSources } from '../entitlements/entitlement-sources.js';
import type { Entitlement, NamedEntitlement } from '../entitlements/entitlements.js';
import { lockEntitlements, readEntitlements } from '../entitlements/recompute.js';
import { type ByHand, noSources, withByHand } from '../entitlements/sources.js';
import { invalid } from '../http/refusal.js';
import { lockSettings } from '../settings/settings-repository.js';
import { saveSettings, storedSettings } from '../settings/settings-service.js';
import { type RecordVersions, readRecord } from './features-record.js';
import { messages } from './messages.js';
import { type Faults, nameOf, unknownNames } from './named-items.js';
import { staleDates, staleEntitlements } from './stale-features.js';

export type FeaturesChange = BodyOf<typeof updatePracticeFeatures>;

/** @throws Refusal `invalid` naming every name that there is not */
export function refuseUnknown(faults: Faults): void {
  const [first, ...others] = Object.entries(faults);
  if (first) throw invalid(messages.unknownNames(`${first[0]}: ${first[1]}`, others.length), faults);
}

/**
 * What a list asks for, against what the practice has: what is new in it is granted, what it leaves out is revoked. What is
 * in both stays as it comes, so features go with a bundle that is removed although the list still names them.
 */
function differenceOf(
  kind: EntitlementKind,
  wanted: readonly string[] | undefined,
  entitlements: readonly Entitlement[],
): ByHand {
  if (!wanted) return { grant: [], revoke: [] };
  const owned = new Set(entitlements.filter((one) => one.kind === kind).map(({ name }) => name));
  const names = new Set(wanted);
  const named = (name: string): NamedEntitlement => ({ kind, name });
  return {
    grant: [...names].filter((name) => !owned.has(name)).map(named),
    revoke: [...owned].filter((name) => !names.has(name)).map(named),
  };
}

/** @throws Refusal `invalid` for names that there are not */
function changeOf(
  { bundles, product_features: features }: Pick<FeaturesChange, 'bundles' | 'product_features'>,
  entitlements: readonly Entitlement[],
): ByHand {
  const lists = { bundles: bundles?.map(nameOf), features: features?.map(nameOf) };
  const owned = (kind: EntitlementKind) =>
    new Set(entitlements.filter((one) => one.kind === kind).map(({ name }) => name));
  refuseUnknown({
    ...unknownNames('bundle', 'bundles', lists.bundles ?? [], owned('bundle')),
    ...unknownNames('feature', 'product_features', lists.features ?? [], owned('feature')),
  });
  const ofBundles = differenceOf('bundle', lists.bundles, entitlements);
  const ofFeatures = differenceOf('feature', lists.features, entitlements);
  return {
    grant: [...ofBundles.grant, ...ofFeatures.grant],
    revoke: [...ofBundles.revoke, ...ofFeatures.revoke],
  };
}

/** @returns true when something was asked for that the practice did not have */
async function saveEntitlements(
  transaction: Db,
  practice: number,
  change: FeaturesChange,
  onVersion: number | undefined,
  doing: Doing,
): Promise<boolean> {
  await lockEntitlements(transaction, practice);
  const byHand = changeOf(change, await readEntitlements(transaction, practice));
  if (byHand.grant.length + byHand.revoke.length === 0) return false;
  const { version } = await transaction
    .selectFrom('entitlement_versions')
    .select('version')
    .where('practice_id', '=', practice)
    .executeTakeFirstOrThrow();
  if (onVersion !== undefined && onVersion !== version) {
    throw await staleEntitlements(transaction, practice, version - onVersion);
  }
  await changeByHand(transaction, [practice], () => byHand, doing);
  return true;
}

/** Dates are settings: they have their version, and their entry in the audit log. @returns true when one has changed */
async function saveDates(
  transaction: Db,
  practice: number,
  change: FeaturesChange,
  onVersion: number | undefined,
  doing: Doing,
): Promise<boolean> {
  await lockSettings(transaction, practice);
  const { record, changes } = await storedSettings(transaction, practice);
  const changed = featureDates.filter((field) => change[field] !== undefined && change[field] !== record[field]);
  if (changed.length === 0) return false;
  if (onVersion !== undefined) {
    const newer = changed
      .flatMap((field) => {
        const latest = changes[field];
        return latest && latest.version > onVersion ? [{ field, changed_by: latest.by, changed_at: latest.at }] : [];
      })
      .sort((one, other) => other.changed_at - one.changed_at);
    if (newer.length > 0) throw staleDates(newer);
  }
  const dates = Object.fromEntries(changed.map((field) => [field, change[field]]));
  const rights = { administrator: true, communicationOverrides: false };
  await saveSettings(transaction, { practice, change: dates, onVersion: undefined, rights }, doing);
  return true;
}

export interface SaveFeatures {
  practice: number;
  change: FeaturesChange;
  /** Versions that the change was made on; undefined accepts any. Each part is judged by what it changes alone. */
  onVersions: RecordVersions | undefined;
}

export interface SavedFeatures {
  /** After the save; of a part that it has not changed, the version that it was made on. */
  versions: RecordVersions;
  /** True when a date has changed, of which the practice’s agent must hear. */
  dates: boolean;
}

/**
 * Merges bundles, features and dates into what the practice has, all of it or nothing. What comes out the same leaves no
 * trace.
 *
 * @throws Refusal `invalid` with fields, `stale_version` with who changed what
 */
export function saveFeatures(
  db: Db,
  { practice, change, onVersions }: SaveFeatures,
  doing: Doing,
): Promise<SavedFeatures> {
  return inTransaction(db, async (transaction) => {
    const entitlements = await saveEntitlements(transaction, practice, change, onVersions?.entitlements, doing);
    const dates = await saveDates(transaction, practice, change, onVersions?.settings, doing);
    const { versions } = await readRecord(transaction, practice);
    return {
      versions: {
        entitlements: entitlements ? versions.entitlements : (onVersions?.entitlements ?? versions.entitlements),
        settings: dates ? versions.settings : (onVersions?.settings ?? versions.settings),
      },
      dates,
    };
  });
}

/** What such a save would give and take; changes nothing. @throws Refusal `invalid` with fields */
export async function previewFeatures(
  db: Db,
  practice: number,
  change: { bundles?: NamedItem[] | undefined; product_features?: NamedItem[] | undefined },
): Promise<FeaturesEffect> {
  const [entitlements, found] = await Promise.all([readEntitlements(db, practice), readSources(db, [practice])]);
  const sources = found.get(practice) ?? noSources;
  return effectOf(sources, withByHand(sources, changeOf(change, entitlements)));
}

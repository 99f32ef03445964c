/** Saves the entitlements and dates of a practice, and previews such a save. */
import {
  type BodyOf,
  featureDates,
  type FeaturesEffect,
  type NamedItem,
  type updatePracticeFeatures,
} from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import type { EntitlementKind } from '../../billing/entitlements/entitlements-tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { changeManually } from '../../billing/entitlements/change-manually.js';
import { effectOf } from '../../billing/entitlements/effect.js';
import { readEntitlementInputs } from '../../billing/entitlements/entitlement-sources.js';
import type { Entitlement, NamedEntitlement } from '../../billing/entitlements/entitlements.js';
import { lockEntitlements, readEntitlements } from '../../billing/entitlements/recompute.js';
import { type ManualChange, noInputs, applyManualChange } from '../../billing/entitlements/sources.js';
import { invalid } from '../../platform/errors/app-error.js';
import { lockSettings } from '../../practices/settings/settings-repository.js';
import { saveSettings, storedSettings } from '../../practices/settings/settings-service.js';
import { type RecordVersions, readRecord } from './features-record.js';
import { messages } from './messages.js';
import { type FieldErrors, nameOf, findUnknownNames } from './named-items.js';
import { staleDates, staleEntitlements } from './stale-features.js';

export type FeaturesChange = BodyOf<typeof updatePracticeFeatures>;

/** @throws AppError `invalid` with all unknown names */
export function assertNoUnknownNames(fieldErrors: FieldErrors): void {
  const [first, ...others] = Object.values(fieldErrors);
  if (first !== undefined) throw invalid(messages.unknownNames(first, others.length), fieldErrors);
}

/**
 * The difference between a list and the practice's entitlements: new names are granted, missing names are revoked.
 * Names in both don't change, so a feature is lost with its removed bundle even if the list still names it.
 */
function differenceOf(
  kind: EntitlementKind,
  listed: readonly string[] | undefined,
  entitlements: readonly Entitlement[],
): ManualChange {
  if (!listed) return { grant: [], revoke: [] };
  const owned = new Set(entitlements.filter((one) => one.kind === kind).map(({ name }) => name));
  const names = new Set(listed);
  const named = (name: string): NamedEntitlement => ({ kind, name });
  return {
    grant: [...names].filter((name) => !owned.has(name)).map(named),
    revoke: [...owned].filter((name) => !names.has(name)).map(named),
  };
}

/** @throws AppError `invalid` for unknown names */
function changeOf(
  { bundles, product_features: features }: Pick<FeaturesChange, 'bundles' | 'product_features'>,
  entitlements: readonly Entitlement[],
): ManualChange {
  const lists = { bundles: bundles?.map(nameOf), features: features?.map(nameOf) };
  const owned = (kind: EntitlementKind) =>
    new Set(entitlements.filter((one) => one.kind === kind).map(({ name }) => name));
  assertNoUnknownNames({
    ...findUnknownNames('bundle', 'bundles', lists.bundles ?? [], owned('bundle')),
    ...findUnknownNames('feature', 'product_features', lists.features ?? [], owned('feature')),
  });
  const ofBundles = differenceOf('bundle', lists.bundles, entitlements);
  const ofFeatures = differenceOf('feature', lists.features, entitlements);
  return {
    grant: [...ofBundles.grant, ...ofFeatures.grant],
    revoke: [...ofBundles.revoke, ...ofFeatures.revoke],
  };
}

/** @returns true when the change differs from the practice's entitlements */
async function saveEntitlements(
  transaction: Db,
  practiceId: number,
  change: FeaturesChange,
  onVersion: number | undefined,
  audit: AuditContext,
): Promise<boolean> {
  await lockEntitlements(transaction, practiceId);
  const byHand = changeOf(change, await readEntitlements(transaction, practiceId));
  if (byHand.grant.length + byHand.revoke.length === 0) return false;
  const { version } = await transaction
    .selectFrom('entitlement_versions')
    .select('version')
    .where('practice_id', '=', practiceId)
    .executeTakeFirstOrThrow();
  if (onVersion !== undefined && onVersion !== version) {
    throw await staleEntitlements(transaction, practiceId, version - onVersion);
  }
  await changeManually(transaction, [practiceId], () => byHand, audit);
  return true;
}

/** Dates are settings: they have the settings' version and audit entry. @returns true when a date has changed */
async function saveDates(
  transaction: Db,
  practiceId: number,
  change: FeaturesChange,
  onVersion: number | undefined,
  audit: AuditContext,
): Promise<boolean> {
  await lockSettings(transaction, practiceId);
  const { record, changes } = await storedSettings(transaction, practiceId);
  const changed = featureDates.filter((field) => change[field] !== undefined && change[field] !== record[field]);
  if (changed.length === 0) return false;
  if (onVersion !== undefined) {
    const newer = changed
      .flatMap((field) => {
        const latest = changes[field];
        return latest && latest.version > onVersion ? [{ field, ...latest }] : [];
      })
      // Ordered by version, because two changes may have the same time.
      .sort((one, other) => other.version - one.version)
      .map(({ field, by, at }) => ({ field, changed_by: by, changed_at: at }));
    if (newer.length > 0) throw staleDates(newer);
  }
  const dates = Object.fromEntries(changed.map((field) => [field, change[field]]));
  const rights = { administrator: true, communicationOverrides: false };
  await saveSettings(transaction, { practiceId, change: dates, onVersion: undefined, rights }, audit);
  return true;
}

export interface SaveFeatures {
  practiceId: number;
  change: FeaturesChange;
  /**
   * Versions that the change is based on. Undefined accepts any. Each version is compared only when its part changes.
   */
  onVersions: RecordVersions | undefined;
}

export interface SavedFeatures {
  /** The versions after the save. An unchanged part keeps the version that the change was based on. */
  versions: RecordVersions;
  /** True when a date has changed. The caller then notifies the practice's agent. */
  dates: boolean;
}

/**
 * Merges bundles, features and dates into the practice's record, all of them or none. An unchanged part gets no new
 * version and no entry.
 *
 * @throws AppError `invalid` with fields, `stale_version` with who changed what
 */
export function saveFeatures(
  db: Db,
  { practiceId, change, onVersions }: SaveFeatures,
  audit: AuditContext,
): Promise<SavedFeatures> {
  return inTransaction(db, async (transaction) => {
    const entitlements = await saveEntitlements(transaction, practiceId, change, onVersions?.entitlements, audit);
    const dates = await saveDates(transaction, practiceId, change, onVersions?.settings, audit);
    const { versions } = await readRecord(transaction, practiceId, audit.now);
    return {
      versions: {
        entitlements: entitlements ? versions.entitlements : (onVersions?.entitlements ?? versions.entitlements),
        settings: dates ? versions.settings : (onVersions?.settings ?? versions.settings),
      },
      dates,
    };
  });
}

/** The entitlements that such a save would add and remove. Changes nothing. @throws AppError `invalid` with fields */
export async function previewFeatures(
  db: Db,
  practiceId: number,
  change: { bundles?: NamedItem[] | undefined; product_features?: NamedItem[] | undefined },
): Promise<FeaturesEffect> {
  const [entitlements, inputs] = await Promise.all([
    readEntitlements(db, practiceId),
    readEntitlementInputs(db, [practiceId]),
  ]);
  const sources = inputs.get(practiceId) ?? noInputs;
  return effectOf(sources, applyManualChange(sources, changeOf(change, entitlements)));
}

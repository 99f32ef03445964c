/** Rows of the catalogue's prices, and of entitlements with their history. */
import type { SourceKind } from './entitlements.js';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export interface CataloguePricesTable {
  price_id: string;
  /** `core_monthly`, `text_campaigns:month` */
  key: string;
  current: boolean;
  noted_at: Date;
}

export interface EntitlementVersionsTable {
  practice_id: number;
  version: Generated<number>;
  changed_by: string | null;
  changed_at: Date | null;
  /** Equals the version if the practice has entitlements. Otherwise, only the entitlements show whether it does. */
  entitled_at_version: number | null;
}

export type EntitlementKind = 'bundle' | 'feature';

export interface EntitlementGrantsTable {
  practice_id: number;
  kind: EntitlementKind;
  name: string;
  granted_at: Date;
  granted_by: string;
  notes: string | null;
}

export interface EntitlementRevocationsTable {
  practice_id: number;
  kind: EntitlementKind;
  name: string;
  revoked_at: Date;
  revoked_by: string;
  notes: string | null;
  /** Ids of the subscription items that existed when the revocation was made, to which it applies. Null: all items. */
  against: ColumnType<string[] | null, string | null, string | null>;
}

export interface PracticeEntitlementsTable {
  practice_id: number;
  kind: EntitlementKind;
  name: string;
  sources: JSONColumnType<SourceKind[]>;
  trial_end: Date | null;
}

export interface PracticeFeatureFlagsTable {
  practice_id: number;
  name: string;
  set_at: Date;
  set_by: string;
}

export interface FeatureFlagVersionsTable {
  practice_id: number;
  version: Generated<number>;
  changed_by: string | null;
  changed_at: Date | null;
}

/** A partial count of the practices that have a bundle, feature or flag. The sum of a name's rows is the total. */
export interface FeatureUsageTable {
  id: string;
  kind: EntitlementKind | 'feature_flag';
  name: string;
  practices: number;
}

export interface PracticeTrialsTable {
  practice_id: number;
  id: string;
  plan_key: string;
  /** Null until the provider has confirmed the start of the trial. */
  subscription_id: string | null;
  state: 'starting' | 'active' | 'ended' | 'cancelled';
  reserved_at: Date;
  trial_start: Date | null;
  trial_end: Date | null;
}

export type ProductChangeType =
  | 'ADD_BUNDLE'
  | 'REMOVE_BUNDLE'
  | 'ADD_FEATURE'
  | 'REMOVE_FEATURE'
  | 'TRIAL_START'
  | 'TRIAL_END'
  | 'TRIAL_CANCEL';

export interface ProductChangeHistoryTable {
  practice_id: number;
  created_at: Date;
  id: string;
  change_type: ProductChangeType;
  bundle_name: string | null;
  bundle_id: number | null;
  feature_name: string | null;
  feature_display_name: string | null;
  product_name: string;
  user_name: string;
  user_email: string | null;
  trial_start_date: Date | null;
  trial_end_date: Date | null;
  notes: string | null;
  /** JSON. Older entries may contain invalid JSON. */
  additional_data: string | null;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    catalogue_prices: CataloguePricesTable;
    entitlement_versions: EntitlementVersionsTable;
    entitlement_grants: EntitlementGrantsTable;
    entitlement_revocations: EntitlementRevocationsTable;
    practice_entitlements: PracticeEntitlementsTable;
    practice_feature_flags: PracticeFeatureFlagsTable;
    feature_flag_versions: FeatureFlagVersionsTable;
    feature_usage: FeatureUsageTable;
    practice_trials: PracticeTrialsTable;
    product_change_history: ProductChangeHistoryTable;
  }
}

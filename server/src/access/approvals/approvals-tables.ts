/** Rows of changes that wait for a second person. */
import type { JSONColumnType } from 'kysely';
import type { BulkChange, CanaryRule, ModuleManifest } from 'shared-api/contracts';

/** The change to make on approval, frozen when it was requested. */
export type ApprovalInput = PromotionInput | ManifestInput | BulkChangeInput;
export type ApprovalKind = ApprovalInput['kind'];

export interface PromotionInput {
  kind: 'promotion';
  module: string;
  version: string;
  /** Hash of the version's build. */
  build: string;
  /** The live version at the time. */
  from: string | null;
  /** Absent: for everyone. */
  canary?: {
    percent: number;
    people?: string[] | undefined;
    internal?: boolean | undefined;
    rule?: CanaryRule | undefined;
  };
}

export interface ManifestInput {
  kind: 'manifest';
  /** Versions, with the hashes of their builds. */
  manifest: ModuleManifest;
  /** The live version of each of its modules at the time. Absent in requests from before it was stored. */
  from?: Record<string, string | null>;
}

export interface BulkChangeInput {
  kind: 'bulk_change';
  change: Pick<BulkChange, 'action' | 'type' | 'items' | 'filter' | 'exclude_ids'>;
  practiceIds: number[];
}

export type ApprovalState = 'waiting' | 'approved' | 'declined' | 'expired';

export interface ApprovalsTable {
  id: string;
  kind: ApprovalKind;
  input: JSONColumnType<ApprovalInput>;
  summary: string;
  module: string | null;
  state: ApprovalState;
  fingerprint: string;
  requested_at: Date;
  expires_at: Date;
  requested_by_kind: string;
  requested_by_id: string;
  requested_by_name: string;
  decided_at: Date | null;
  decided_by_name: string | null;
  decline_reason: string | null;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    approvals: ApprovalsTable;
  }
}

/** What is done on approval, frozen when it was asked for. */
import type { BulkChange, CanaryRule, ModuleManifest } from 'shared-api/contracts';

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

export type ApprovalInput = PromotionInput | ManifestInput | BulkChangeInput;
export type ApprovalKind = ApprovalInput['kind'];

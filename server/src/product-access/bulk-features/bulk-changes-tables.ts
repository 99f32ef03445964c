/** Rows of bulk changes. */
import type { BulkAction, BulkType } from 'shared-api/contracts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Actor } from '../../platform/audit/actor.js';

export interface BulkChangesTable {
  id: string;
  /** SHA-256 of the requester and their key. Null if they sent no key. */
  key: string | null;
  fingerprint: string;
  action: BulkAction;
  type: BulkType;
  /** Names of the changed bundles, features or flags. */
  items: JSONColumnType<string[]>;
  /** Those that changed for at least one practice. Null in old rows. */
  changed_items: ColumnType<string[] | null, string | null | undefined, string | null>;
  for_insiders: boolean;
  /** The filter and the excluded practices of the request, for the audit log. Null when it named practices. */
  selection: ColumnType<object | null, string | null | undefined>;
  /** True once the audit log has an entry of the change. */
  is_logged: Generated<boolean>;
  state: 'waiting' | 'running' | 'stopping' | 'stopped' | 'done';
  total: number;
  changed: Generated<number>;
  unchanged: Generated<number>;
  failed: Generated<number>;
  /** The job that processes the change. Null when it was applied immediately. */
  job_id: string | null;
  requested_at: Date;
  requested_by_kind: Actor['kind'];
  requested_by_id: string;
  requested_by_name: string;
}

export interface BulkChangePracticesTable {
  change_id: string;
  practice_id: number;
  /** Null until the practice was processed. */
  outcome: 'changed' | 'unchanged' | 'failed' | null;
  message: string | null;
  /** Display names of the changed items that the practice had before and after. Null for a failure, and in old rows. */
  before: ColumnType<string[] | null, string | null | undefined>;
  after: ColumnType<string[] | null, string | null | undefined>;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    bulk_changes: BulkChangesTable;
    bulk_change_practices: BulkChangePracticesTable;
  }
}

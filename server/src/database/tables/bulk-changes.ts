/** Rows of changes of many practices, as the database has them. */
import type { BulkAction, BulkType } from 'shared-api/contracts';
import type { Generated, JSONColumnType } from 'kysely';

export interface BulkChangesTable {
  id: string;
  /** SHA-256 of who asks and the key that they sent; null where they sent none. */
  key: string | null;
  fingerprint: string;
  action: BulkAction;
  type: BulkType;
  /** Names. */
  items: JSONColumnType<string[]>;
  for_insiders: boolean;
  state: 'waiting' | 'running' | 'stopping' | 'stopped' | 'done';
  total: number;
  changed: Generated<number>;
  unchanged: Generated<number>;
  failed: Generated<number>;
  /** The job that goes through it; null where it was done at once. */
  job_id: string | null;
  requested_at: Date;
  requested_by_kind: string;
  requested_by_id: string;
  requested_by_name: string;
}

export interface BulkChangePracticesTable {
  change_id: string;
  practice_id: number;
  /** Null until it was dealt with. */
  outcome: 'changed' | 'unchanged' | 'failed' | null;
  message: string | null;
}

export interface BulkChangesTables {
  bulk_changes: BulkChangesTable;
  bulk_change_practices: BulkChangePracticesTable;
}

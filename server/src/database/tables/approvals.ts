/** Rows of changes that wait for a second person. */
import type { JSONColumnType } from 'kysely';
import type { ApprovalInput, ApprovalKind } from '../../approvals/approval-input.js';

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

export interface ApprovalsTables {
  approvals: ApprovalsTable;
}

/** Rows of paid changes: their requests and leases. */
import type { ColumnType } from 'kysely';
import type { RequestState } from 'shared-api/contracts';
import type { AuditAction } from '../../platform/audit/actions.js';
import type { Actor } from '../../platform/audit/actor.js';

/** The seats that a request grants after payment, and the audit entry written then. */
export interface BillingPurchase {
  /** Ids of the prices that the practice gets a seat for. */
  prices: string[];
  /** True once the provider has responded. If the response has no invoice, nothing has to be paid. */
  isSent: boolean;
  /** True until the subscription's scheduled phases also contain the prices. */
  isMissingInPhases: boolean;
  actor: Actor;
  action: AuditAction;
  after: unknown;
  /** Message for the person after success; `failedMessage` after a failure. */
  doneMessage: string;
  failedMessage: string;
  /** The subscription's items after the change. Absent: the items don't show the outcome. */
  expected?: { price: string; quantity: number }[];
  /** The subscription's own card before the purchase named another one; null for none. */
  formerCard?: string | null;
}

export interface BillingRequestsTable {
  practice_id: number;
  key: string;
  id: string;
  fingerprint: string;
  /** Null in requests that predate this column. */
  action: string | null;
  state: ColumnType<RequestState, RequestState, RequestState>;
  subscription_id: string | null;
  /** The invoice that must be paid before anything is granted. Null when nothing has to be paid. */
  invoice_id: string | null;
  purchase: ColumnType<BillingPurchase | null, string | null, string | null>;
  answer: ColumnType<unknown, string | null, string | null>;
  /** What it changes, e.g. `subscription:sub_…`. Null in requests of a release without this column. */
  scope: string | null;
  content: ColumnType<unknown, string | null, string | null>;
  actor: ColumnType<Actor | null, string | null, string | null>;
  /** After this time, a change missing at the provider was definitely not made. Null until something is sent. */
  absent_after: Date | null;
  settled_at: Date | null;
  asked_at: Date;
  keep_until: Date;
}

export interface BillingLeasesTable {
  /** `practice:1`, `subscription:sub_…` */
  key: string;
  holder: string;
  held_until: Date;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    billing_requests: BillingRequestsTable;
    billing_leases: BillingLeasesTable;
  }
}

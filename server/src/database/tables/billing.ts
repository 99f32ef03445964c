/** Rows that mirror the payment provider's objects, and rows of billing requests. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { Invoice, RequestState } from 'shared-api/contracts';
import type { AuditAction } from '../../audit/actions.js';
import type { Actor } from '../../audit/actor.js';
import type { InvoicesProgress } from '../../billing/mirror/invoices-repository.js';
import type { ItemSnapshot, ScheduleSnapshot, SubscriptionSnapshot } from '../../billing/mirror/snapshots.js';

export interface BillingSubscriptionsTable {
  id: string;
  customer_id: string;
  status: string;
  shown: JSONColumnType<Omit<SubscriptionSnapshot, 'items' | 'schedule'>>;
  projected_at: Date;
}

export interface BillingItemsTable {
  id: string;
  subscription_id: string;
  customer_id: string;
  price_id: string;
  quantity: number;
  place: number;
  shown: JSONColumnType<ItemSnapshot>;
}

export interface BillingSchedulesTable {
  id: string;
  subscription_id: string | null;
  customer_id: string;
  status: string;
  shown: JSONColumnType<ScheduleSnapshot>;
  projected_at: Date;
}

export interface ItemAssignmentsTable {
  practice_id: number;
  item_id: string;
  subscription_id: string;
  assigned_at: Date;
  assigned_by: string;
}

export interface BillingTicketsTable {
  object_id: string;
  asked: number;
  written: number;
}

export interface StripeEventsTable {
  id: string;
  type: string;
  received_at: Date;
}

/** The seats that a request grants after payment, and the audit entry that is written then. */
export interface BillingPurchase {
  /** Ids of the prices for which the practice gets a seat. */
  prices: string[];
  /** True once the provider has answered. If the answer has no invoice, nothing has to be paid. */
  isSent: boolean;
  /** True until the subscription's scheduled phases also contain the prices. */
  isMissingInPhases: boolean;
  actor: Actor;
  action: AuditAction;
  after: unknown;
  /** Message for the person after success; `failedMessage` after a failure. */
  doneMessage: string;
  failedMessage: string;
  /** Items that the subscription has once the change is made. Absent: it says nothing about the outcome. */
  expected?: { price: string; quantity: number }[];
  /** The subscription's own card before the purchase named another one; null for none. */
  formerCard?: string | null;
}

export interface BillingRequestsTable {
  practice_id: number;
  key: string;
  id: string;
  fingerprint: string;
  /** Null in requests from before this column existed. */
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
  /** From this time on, what the provider doesn't have was not made. Null until something is sent. */
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

export interface IdempotencyKeysTable {
  key: string;
  fingerprint: string;
  keep_until: Date;
}

export interface ProviderAnswersTable {
  customer_id: string;
  kind: string;
  revision: number;
  read_at: Date;
  expires_at: Date;
  answer: ColumnType<unknown, string, string>;
}

export interface ProviderRevisionsTable {
  /** A customer's id, or `account`. */
  subject: string;
  revision: number;
}

export interface BillingInvoicesTable {
  id: string;
  customer_id: string;
  created: Date;
  status: string;
  currency: string;
  shown: JSONColumnType<Invoice>;
  reading: number;
}

export interface BillingInvoiceReadingsTable {
  customer_id: string;
  reading: number;
  progress: JSONColumnType<InvoicesProgress>;
}

declare module '../tables.js' {
  interface Tables {
    provider_answers: ProviderAnswersTable;
    provider_revisions: ProviderRevisionsTable;
    billing_invoices: BillingInvoicesTable;
    billing_invoice_readings: BillingInvoiceReadingsTable;
    billing_subscriptions: BillingSubscriptionsTable;
    billing_items: BillingItemsTable;
    billing_schedules: BillingSchedulesTable;
    item_assignments: ItemAssignmentsTable;
    billing_tickets: BillingTicketsTable;
    stripe_events: StripeEventsTable;
    billing_requests: BillingRequestsTable;
    billing_leases: BillingLeasesTable;
    idempotency_keys: IdempotencyKeysTable;
  }
}

/** Rows of what the payment provider holds, as the database has them. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { RequestState } from 'shared-api/contracts';
import type { Actor } from '../../audit/actor.js';
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

/** What a request grants once it is paid, and the audit entry that is written then. */
export interface BillingPurchase {
  /** Ids of prices of which the practice gets a seat. */
  prices: string[];
  /** True once the provider has answered: without an invoice nothing has to be paid then. */
  isSent: boolean;
  /** True until the prices are also in the phases that are scheduled for the subscription. */
  isMissingInPhases: boolean;
  actor: Actor;
  /** `subscription.add_items` */
  action: string;
  after: unknown;
  /** Words for the person: once it is done, and where it failed. */
  doneMessage: string;
  failedMessage: string;
}

export interface BillingRequestsTable {
  practice_id: number;
  key: string;
  id: string;
  fingerprint: string;
  /** Null for requests from before it was recorded. */
  action: string | null;
  state: ColumnType<RequestState, RequestState, RequestState>;
  subscription_id: string | null;
  /** Has to be paid before anything is granted; null where nothing has to be. */
  invoice_id: string | null;
  purchase: ColumnType<BillingPurchase | null, string | null, string | null>;
  answer: ColumnType<unknown, string | null, string | null>;
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

export interface BillingTables {
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

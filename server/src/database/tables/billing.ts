/** Rows of what the payment provider holds, as the database has them. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { BillingOutcome } from 'shared-api/contracts';
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

export interface BillingRequestsTable {
  practice_id: number;
  key: string;
  id: string;
  fingerprint: string;
  state: 'running' | 'unsure' | 'waiting' | 'done';
  subscription_id: string | null;
  answer: ColumnType<BillingOutcome | null, string | null, string | null>;
  asked_at: Date;
  keep_until: Date;
}

export interface BillingLeasesTable {
  /** `practice:1`, `subscription:sub_…` */
  key: string;
  holder: string;
  held_until: Date;
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
}

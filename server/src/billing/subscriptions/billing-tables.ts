/** Rows that mirror the payment provider's objects. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { Invoice } from 'shared-api/contracts';
import type { InvoicesProgress } from './mirror/invoices-repository.js';
import type { ItemSnapshot, ScheduleSnapshot, SubscriptionSnapshot } from './mirror/snapshots.js';

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

declare module '../../platform/database/tables.js' {
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
  }
}

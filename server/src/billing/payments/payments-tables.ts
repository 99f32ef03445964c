/** Rows of the payment provider's customers and webhook endpoints. */

/** A customer at the payment provider and a practice that it belongs to. */
export interface BillingCustomersTable {
  practice_id: number;
  customer_id: string;
  source: 'created' | 'attached';
  added_at: Date;
}

/** A webhook endpoint at the provider, with the secret that signs its events. */
export interface WebhookEndpointsTable {
  id: string;
  url: string;
  secret: string;
  created_at: Date;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    billing_customers: BillingCustomersTable;
    webhook_endpoints: WebhookEndpointsTable;
  }
}

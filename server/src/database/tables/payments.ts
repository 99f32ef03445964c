/** Rows of customers of the payment provider, as the database has them. */

/** A customer at the payment provider, and a practice that it belongs to. */
export interface BillingCustomersTable {
  practice_id: number;
  customer_id: string;
  source: 'created' | 'attached';
  added_at: Date;
}

/** An endpoint that hears the provider's webhooks, with the secret that they are signed with. */
export interface WebhookEndpointsTable {
  id: string;
  url: string;
  secret: string;
  created_at: Date;
}

export interface PaymentsTables {
  billing_customers: BillingCustomersTable;
  webhook_endpoints: WebhookEndpointsTable;
}

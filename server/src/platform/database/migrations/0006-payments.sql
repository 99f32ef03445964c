-- Customers at the payment provider, by the practices that they belong to, and the endpoint that hears its webhooks.

-- A customer belongs to the practices for which it was made, to which one of its items was attached, or whose settings
-- name it; the last is read from the settings.
create table billing_customers (
  practice_id integer not null references practices (id),
  customer_id text not null,
  source text not null check (source in ('created', 'attached')),
  added_at timestamptz not null,
  primary key (practice_id, customer_id)
);
create index billing_customers_by_customer on billing_customers (customer_id);

create table webhook_endpoints (
  id text primary key,
  url text not null,
  secret text not null,
  created_at timestamptz not null
);

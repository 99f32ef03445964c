-- What the payment provider answered about a customer, until something changes that it depends on.
create table provider_answers (
  customer_id text not null,
  kind text not null,
  -- The revision of the customer and the account when the reading began. Another revision makes the answer void.
  revision integer not null,
  read_at timestamptz not null,
  expires_at timestamptz not null,
  answer jsonb not null,
  primary key (customer_id, kind)
);
create index provider_answers_expiry on provider_answers (expires_at);

-- A number that grows with each change of a customer (by its id) or of the account, by a webhook or by the console.
create table provider_revisions (
  subject text primary key,
  revision integer not null
);

-- The invoices of customers, for lists and totals.
create table billing_invoices (
  id text primary key,
  customer_id text not null,
  created timestamptz not null,
  status text not null,
  currency text not null,
  shown jsonb not null,
  -- Of two readings of an invoice, the one that began later counts.
  reading integer not null
);
create index billing_invoices_list on billing_invoices (customer_id, created desc, id desc);

-- How far a customer's invoices were read.
create table billing_invoice_readings (
  customer_id text primary key,
  -- Counts the readings that began.
  reading integer not null,
  progress jsonb not null
);

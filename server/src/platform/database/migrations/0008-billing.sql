-- What the payment provider holds, as far as screens show it and entitlements follow from it. Rows are written from what
-- was fetched, whatever came first; nothing here is asked of the provider when a page is read.

create table billing_subscriptions (
  id text primary key,
  customer_id text not null,
  status text not null,
  shown jsonb not null,
  projected_at timestamptz not null
);
create index billing_subscriptions_by_customer on billing_subscriptions (customer_id);

-- Items of subscriptions, and of phases of schedules that have not begun: `{schedule}:phase:{n}:{price}`.
create table billing_items (
  id text primary key,
  -- of a subscription, or of a schedule
  subscription_id text not null,
  customer_id text not null,
  price_id text not null,
  quantity integer not null,
  place integer not null,
  shown jsonb not null
);
create index billing_items_by_subscription on billing_items (subscription_id);

create table billing_schedules (
  id text primary key,
  -- null until it has begun
  subscription_id text,
  customer_id text not null,
  status text not null,
  shown jsonb not null,
  projected_at timestamptz not null
);
create index billing_schedules_by_subscription on billing_schedules (subscription_id);
create index billing_schedules_by_customer on billing_schedules (customer_id);

-- One seat of an item for one practice. A practice sees and uses the items that are assigned to it.
create table item_assignments (
  practice_id integer not null references practices (id),
  item_id text not null,
  -- of the item
  subscription_id text not null,
  assigned_at timestamptz not null,
  assigned_by text not null,
  primary key (practice_id, item_id)
);
create index item_assignments_by_item on item_assignments (item_id);
create index item_assignments_by_subscription on item_assignments (subscription_id);

-- In which order an object was asked for at the provider: an older answer is not written over a newer one.
create table billing_tickets (
  object_id text primary key,
  asked integer not null,
  written integer not null
);

-- Webhooks that were dealt with.
create table stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);

-- Changes that cost money, each with the key under which the provider makes it once.
create table billing_requests (
  practice_id integer not null references practices (id),
  -- SHA-256 of who asks and the key that they sent, or of what they ask for
  key text not null,
  -- the provider's idempotency keys begin with it
  id uuid not null,
  -- SHA-256 of what was asked for
  fingerprint text not null,
  -- unsure: the provider did not say what became of it; waiting: it still has to confirm
  state text not null check (state in ('running', 'unsure', 'waiting', 'done')),
  subscription_id text,
  answer jsonb,
  asked_at timestamptz not null,
  keep_until timestamptz not null,
  primary key (practice_id, key)
);
create index billing_requests_open on billing_requests (practice_id) where state in ('unsure', 'waiting');

-- One such change at a time for a practice, and for a subscription that practices share, over all copies of the server.
create table billing_leases (
  -- `practice:1`, `subscription:sub_…`
  key text primary key,
  holder uuid not null,
  held_until timestamptz not null
);

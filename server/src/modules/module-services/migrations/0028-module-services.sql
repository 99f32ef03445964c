-- The own services of modules: what an operator grants, the keys that sign tokens for them, and how they do.

-- Null: the module has no service.
alter table modules add column service jsonb;

create table service_signing_keys (
  number integer primary key,
  kid text not null unique,
  private_jwk jsonb not null,
  created_at timestamptz not null,
  -- Published from its creation, so that services know it before the first token that it signs.
  signs_from timestamptz not null
);

-- How many requests took how long; buckets are a fiftieth wide.
create table module_service_calls (
  module text not null,
  -- UTC
  day date not null,
  -- not_sent: refused by the console, because the service had failed repeatedly or had too many requests
  outcome text not null check (outcome in ('answered', 'failed', 'not_sent')),
  bucket integer not null,
  calls integer not null,
  primary key (module, day, outcome, bucket)
);

-- Circuits that are not closed, by replica. A replica that has ended stops renewing seen_at.
create table module_service_circuits (
  module text not null,
  replica uuid not null,
  reason text not null,
  opened_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (module, replica)
);

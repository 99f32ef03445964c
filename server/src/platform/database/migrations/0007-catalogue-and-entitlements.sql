-- Prices of the catalogue at the payment provider, what practices may use, and how that changed.

-- The catalogue itself is code (server/src/catalogue). A price of Stripe's cannot change, so one that costs something else
-- takes its place; who has the former one keeps it, and it still stands for the same plan.
create table catalogue_prices (
  price_id text primary key,
  -- of a plan, or of an add-on: `core_monthly`, `text_campaigns:month`
  key text not null,
  current boolean not null,
  noted_at timestamptz not null
);
create unique index catalogue_prices_current on catalogue_prices (key) where current;

-- What a practice may use = (subscription items + trials + grants) - revocations. One version for all of it; the row is
-- its lock.
create table entitlement_versions (
  practice_id integer primary key references practices (id),
  version integer not null default 0,
  changed_by text,
  changed_at timestamptz
);

create table entitlement_grants (
  practice_id integer not null references practices (id),
  kind text not null check (kind in ('bundle', 'feature')),
  name text not null,
  granted_at timestamptz not null,
  granted_by text not null,
  notes text,
  primary key (practice_id, kind, name)
);

create table entitlement_revocations (
  practice_id integer not null references practices (id),
  kind text not null check (kind in ('bundle', 'feature')),
  name text not null,
  revoked_at timestamptz not null,
  revoked_by text not null,
  notes text,
  primary key (practice_id, kind, name)
);

-- The outcome, computed anew whenever a source changes.
create table practice_entitlements (
  practice_id integer not null references practices (id),
  kind text not null check (kind in ('bundle', 'feature')),
  name text not null,
  -- of subscription, trial, grant
  sources jsonb not null,
  -- when the trial ends that gives it; null where none does
  trial_end timestamptz,
  primary key (practice_id, kind, name)
);
-- For how many practices use what.
create index practice_entitlements_by_name on practice_entitlements (kind, name, practice_id);

create table practice_feature_flags (
  practice_id integer not null references practices (id),
  name text not null,
  set_at timestamptz not null,
  set_by text not null,
  primary key (practice_id, name)
);

-- Every trial that ever was counts, also one that was cancelled.
create table practice_trials (
  practice_id integer not null references practices (id),
  id uuid not null,
  plan_key text not null,
  -- null until the provider has said that it began
  subscription_id text,
  state text not null check (state in ('starting', 'active', 'ended', 'cancelled')),
  reserved_at timestamptz not null,
  trial_start timestamptz,
  trial_end timestamptz,
  primary key (practice_id, id)
);
create unique index practice_trials_subscription on practice_trials (subscription_id) where subscription_id is not null;
create unique index practice_trials_one_active on practice_trials (practice_id, plan_key)
  where state in ('starting', 'active');

create table product_change_history (
  practice_id integer not null references practices (id),
  created_at timestamptz not null,
  id uuid not null,
  change_type text not null check (
    change_type in (
      'ADD_BUNDLE', 'REMOVE_BUNDLE', 'ADD_FEATURE', 'REMOVE_FEATURE', 'TRIAL_START', 'TRIAL_END', 'TRIAL_CANCEL'
    )
  ),
  bundle_name text,
  bundle_id integer,
  feature_name text,
  feature_display_name text,
  product_name text not null,
  user_name text not null,
  user_email text,
  trial_start_date timestamptz,
  trial_end_date timestamptz,
  notes text,
  -- text, since older entries hold what is no JSON
  additional_data text,
  primary key (practice_id, created_at, id)
);

-- What the provider's own staff work with: versions of feature flags, how many practices use what, and bulk changes.

-- One version for all flags of a practice; the row is their lock.
create table feature_flag_versions (
  practice_id integer primary key references practices (id),
  version integer not null default 0,
  changed_by text,
  changed_at timestamptz
);

-- How many practices have what is the sum of all rows of its name. Whoever changes it adds a row, so that nobody waits for
-- anybody; rows are folded together now and then (docs/decisions/0024).
create table feature_usage (
  id uuid primary key,
  kind text not null check (kind in ('bundle', 'feature', 'feature_flag')),
  name text not null,
  practices integer not null
);
insert into feature_usage
  select gen_random_uuid(), kind, name, count(*) from practice_entitlements group by kind, name;
insert into feature_usage
  select gen_random_uuid(), 'feature_flag', name, count(*) from practice_feature_flags group by name;

-- A change of many practices. The row is locked by whoever goes through a batch of them.
create table bulk_changes (
  id uuid primary key,
  -- SHA-256 of who asks and the key that they sent; null where they sent none
  key text unique,
  -- SHA-256 of what was asked for
  fingerprint text not null,
  action text not null check (action in ('add', 'remove')),
  type text not null check (type in ('bundle', 'feature', 'feature_flag')),
  items jsonb not null,
  -- insiders without a selection, for the words
  for_insiders boolean not null,
  state text not null check (state in ('waiting', 'running', 'stopping', 'stopped', 'done')),
  total integer not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  -- the job that goes through it; null where it was done at once
  job_id uuid,
  requested_at timestamptz not null,
  requested_by_kind text not null,
  requested_by_id text not null,
  requested_by_name text not null
);

-- Its practices. No reference: what is asked for may name one that does not exist.
create table bulk_change_practices (
  change_id uuid not null references bulk_changes (id),
  practice_id integer not null,
  -- null until it was dealt with
  outcome text check (outcome in ('changed', 'unchanged', 'failed')),
  message text,
  primary key (change_id, practice_id)
);
create index bulk_change_practices_open on bulk_change_practices (change_id, practice_id) where outcome is null;
create index bulk_change_practices_failed on bulk_change_practices (change_id, practice_id) where outcome = 'failed';

-- What browsers report of modules: only counts, and what errors said. Rows of more than 30 days ago are deleted every night.

-- Versions of the shell that this console has served, so that nobody can make others up.
create table shell_versions (
  version text primary key,
  first_seen_at timestamptz not null
);

-- How much a person has reported since the window began.
create table browser_report_limits (
  person_id uuid primary key,
  window_started_at timestamptz not null,
  items integer not null
);

-- No reference to people or versions: rows are counts that go by themselves, and "shell" is not among the modules.
create table module_visits (
  module text not null,
  version text not null,
  -- UTC
  day date not null,
  person_id uuid not null,
  -- the canary that ran beside the live version, so that what is counted for it begins and ends with it; zeros for none
  canary_id uuid not null,
  visits integer not null,
  failures integer not null,
  primary key (module, version, day, person_id, canary_id)
);
create index module_visits_of_canary on module_visits (module, canary_id)
  where canary_id <> '00000000-0000-0000-0000-000000000000';
create index module_visits_by_day on module_visits (day);

-- How many readings fell into which bucket; buckets are a fiftieth wide.
create table module_vitals (
  module text not null,
  version text not null,
  day date not null,
  name text not null,
  bucket integer not null,
  readings integer not null,
  primary key (module, version, day, name, bucket)
);

-- The errors that were last seen of each version, so many of them.
create table browser_errors (
  module text not null,
  version text not null,
  -- SHA-256 of message and source
  fingerprint text not null,
  message text not null,
  source text not null,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (module, version, fingerprint)
);

-- All errors, also those whose words are not kept.
create table browser_error_days (
  module text not null,
  version text not null,
  day date not null,
  count integer not null,
  primary key (module, version, day)
);

-- Calls that were slow or failed.
create table browser_calls (
  module text not null,
  version text not null,
  day date not null,
  call text not null,
  calls integer not null,
  failed integer not null,
  total_ms double precision not null,
  slowest_ms integer not null,
  primary key (module, version, day, call)
);

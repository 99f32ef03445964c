-- Practice settings, the PMS agents of practices, and what is synced through them.

-- A practice without a row has the defaults, at version 0. Names, time zone, PMS and clinic of a practice are in practices.
create table practice_settings (
  practice_id integer primary key references practices (id),
  version integer not null default 0,
  changed_by text,
  changed_at timestamptz,
  -- field → {version, by, at} of its latest change, so that a stale save hears what was changed since
  changes jsonb not null default '{}',
  autofill_missing_referral_sources boolean not null default true,
  ph_call_notification_source text not null default 'udp' check (ph_call_notification_source in ('udp', 'websocket')),
  send_task_emails boolean not null default false,
  baseline_date date,
  is_pediatric boolean not null default false,
  pms_update_interval integer not null default 60 check (pms_update_interval > 0),
  active boolean not null default true,
  has_phone_call_monitoring boolean not null default false,
  service_code_type text not null default 'ada',
  market_iq_max_phone_numbers integer not null default 0 check (market_iq_max_phone_numbers >= 0),
  stripe_customer_id text,
  snapshot_active boolean not null default false,
  account_expiration_date date,
  snapshot_expiration_date date,
  sync_update_channel text not null default 'release' check (sync_update_channel in ('release', 'beta', 'alpha')),
  use_clinics boolean not null default false,
  additional_clinicnums jsonb not null default '[]',
  -- what depends on the PMS; a key that is absent has its default
  additional_data jsonb not null default '{}',
  -- ids of the opt-outs that are overridden; the option that stands for all follows from the others
  email_overrides jsonb not null default '[]',
  sms_overrides jsonb not null default '[]',
  -- for the agent alone
  salt text,
  image_uid uuid
);

create index practices_by_parent on practices (parent_practice_id) where parent_practice_id is not null;

-- Tokens of agents: each opens the websocket for one practice.
create table agent_tokens (
  practice_id integer not null references practices (id),
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  -- first characters of the token, for people to recognise it by
  prefix text not null,
  issued_at timestamptz not null,
  issued_by text not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (practice_id, id)
);
create index agent_tokens_hash on agent_tokens (token_hash);

-- The latest connection of each practice's agent, and what it last said of itself.
create table agent_connections (
  practice_id integer primary key references practices (id),
  connection_id uuid not null,
  joined_at timestamptz not null,
  heard_at timestamptz not null,
  left_at timestamptz,
  ip text not null,
  user_agent text not null,
  versions jsonb not null,
  services jsonb not null
);

create table agent_commands (
  practice_id integer not null references practices (id),
  id uuid not null,
  kind text not null check (
    kind in ('sync_now', 'full_update', 'restart_database_service', 'restart_phone_service', 'unblock')
  ),
  state text not null check (state in ('requested', 'delivered', 'running', 'done', 'failed', 'timed_out')),
  requested_at timestamptz not null,
  requested_by text not null,
  -- when an agent was last heard of it, or when it was requested
  heard_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  percent smallint,
  message text,
  primary key (practice_id, id)
);
-- One of a kind at a time.
create unique index agent_commands_open on agent_commands (practice_id, kind)
  where state in ('requested', 'delivered', 'running');
create index agent_commands_newest on agent_commands (practice_id, kind, requested_at);

-- Updates that agents send in batches.
create table agent_syncs (
  practice_id integer not null references pms_units (practice_id),
  sync_id text not null,
  -- another one each time the update begins anew; rows carry it while they belong to the update
  run uuid not null,
  mode text not null check (mode in ('full', 'changes')),
  command_id text,
  state text not null check (state in ('open', 'finished', 'given_up')),
  -- batches that have arrived
  received integer not null,
  started_at timestamptz not null,
  heard_at timestamptz not null,
  finished_at timestamptz,
  primary key (practice_id, sync_id)
);

alter table pms_units add column last_synced_at timestamptz;
-- The update in which a row came last: at the end of a full one everything else is gone from the PMS.
alter table pms_providers add column synced_in uuid;
alter table pms_clinics add column synced_in uuid;
alter table pms_appointments add column synced_in uuid;
alter table pms_schedules add column synced_in uuid;

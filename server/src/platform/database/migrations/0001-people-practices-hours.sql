-- People, sessions, practices, weekly hours and the audit log.
-- Keys lead with practice_id where rows belong to a practice, so that a distributed PostgreSQL can place them together.

create table people (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null,
  password_hash text,
  super_admin boolean not null default false,
  task_admin boolean not null default false,
  internal boolean not null default false,
  developer boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index people_email on people (email);

create table person_identities (
  issuer text not null,
  subject text not null,
  person_id uuid not null references people (id) on delete cascade,
  primary key (issuer, subject)
);

create table sessions (
  token_hash bytea primary key,
  person_id uuid not null references people (id) on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  overrides jsonb not null default '[]'
);
create index sessions_person on sessions (person_id);
create index sessions_expiry on sessions (expires_at);

create table sign_in_attempts (
  subject bytea primary key,
  window_started_at timestamptz not null,
  attempts integer not null
);

create table oidc_sign_ins (
  state_hash bytea primary key,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  popup boolean not null,
  started_at timestamptz not null
);

-- Small numbers that are handed out one by one; a sequence would be a hot spot of its own in a distributed database.
create table number_series (
  name text primary key,
  next_number integer not null
);
insert into number_series (name, next_number) values ('practice', 1);

create table practices (
  id integer primary key,
  name text not null,
  -- the name as it is searched and sorted by: lower case, without accents; compared byte by byte, the same everywhere
  search_name text collate "C" not null,
  time_zone text not null,
  pms_name text not null,
  insider boolean not null default false,
  parent_practice_id integer references practices (id),
  clinicnum integer,
  created_at timestamptz not null default now()
);
create index practices_by_name on practices (search_name, id);

create table memberships (
  practice_id integer not null references practices (id),
  person_id uuid not null references people (id) on delete cascade,
  primary key (practice_id, person_id)
);
create index memberships_of_person on memberships (person_id);

-- A practice's PMS data. Everything in it refers to its unit, so without the unit nothing can be written.
create table pms_units (
  practice_id integer primary key references practices (id),
  created_at timestamptz not null default now()
);

create table pms_providers (
  practice_id integer not null references pms_units (practice_id),
  provider_id integer not null check (provider_id > 0),
  first_name text not null,
  last_name text not null,
  active boolean not null default true,
  primary key (practice_id, provider_id)
);

create table weekly_hours_versions (
  practice_id integer primary key references practices (id),
  version integer not null,
  changed_by text not null,
  changed_at timestamptz not null
);

-- Minutes since midnight; null where no time is set. Provider 0 is the office.
create table weekly_hours (
  practice_id integer not null references weekly_hours_versions (practice_id),
  provider_id integer not null check (provider_id >= 0),
  same_as_office_hours boolean not null,
  mon_beg smallint, mon_end smallint, mon_l_beg smallint, mon_l_end smallint,
  tue_beg smallint, tue_end smallint, tue_l_beg smallint, tue_l_end smallint,
  wed_beg smallint, wed_end smallint, wed_l_beg smallint, wed_l_end smallint,
  thu_beg smallint, thu_end smallint, thu_l_beg smallint, thu_l_end smallint,
  fri_beg smallint, fri_end smallint, fri_l_beg smallint, fri_l_end smallint,
  sat_beg smallint, sat_end smallint, sat_l_beg smallint, sat_l_end smallint,
  sun_beg smallint, sun_end smallint, sun_l_beg smallint, sun_l_end smallint,
  primary key (practice_id, provider_id),
  check (mon_end > mon_beg and mon_l_end > mon_l_beg),
  check (tue_end > tue_beg and tue_l_end > tue_l_beg),
  check (wed_end > wed_beg and wed_l_end > wed_l_beg),
  check (thu_end > thu_beg and thu_l_end > thu_l_beg),
  check (fri_end > fri_beg and fri_l_end > fri_l_beg),
  check (sat_end > sat_beg and sat_l_end > sat_l_beg),
  check (sun_end > sun_beg and sun_l_end > sun_l_beg),
  check (least(mon_beg, mon_l_beg,
    tue_beg, tue_l_beg,
    wed_beg, wed_l_beg,
    thu_beg, thu_l_beg,
    fri_beg, fri_l_beg,
    sat_beg, sat_l_beg,
    sun_beg, sun_l_beg) >= 0),
  check (greatest(mon_end, mon_l_end,
    tue_end, tue_l_end,
    wed_end, wed_l_end,
    thu_end, thu_l_end,
    fri_end, fri_l_end,
    sat_end, sat_l_end,
    sun_end, sun_l_end) < 1440)
);

create table audit_log (
  practice_id integer not null,
  at timestamptz not null,
  id uuid not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  primary key (practice_id, at, id)
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only';
end
$$;
create trigger audit_log_is_append_only
  before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

create table demo_steps (
  name text primary key,
  done_at timestamptz not null default now()
);

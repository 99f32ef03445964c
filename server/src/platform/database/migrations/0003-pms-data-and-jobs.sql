-- What is synced from a practice's PMS beside its providers, jobs behind calls, and roles of members.

alter table memberships add column role text not null default 'staff' check (role in ('owner', 'manager', 'staff'));

create table pms_clinics (
  practice_id integer not null references pms_units (practice_id),
  clinic_num integer not null check (clinic_num > 0),
  description text not null,
  address text not null,
  address2 text not null,
  city text not null,
  state text not null,
  zip text not null,
  primary key (practice_id, clinic_num)
);

create table pms_appointments (
  practice_id integer not null references pms_units (practice_id),
  appointment_id integer not null check (appointment_id > 0),
  provider_id integer not null check (provider_id > 0),
  -- 0 for what is assigned to no clinic
  clinic_num integer not null check (clinic_num >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null check (status in ('scheduled', 'completed', 'cancelled')),
  -- the PMS' own number of the status, where it has one
  status_id integer,
  primary key (practice_id, appointment_id)
);
create index pms_appointments_by_start on pms_appointments (practice_id, starts_at);

-- When a provider works on a day by the PMS' own schedule, in minutes since midnight.
create table pms_schedules (
  practice_id integer not null references pms_units (practice_id),
  schedule_id integer not null check (schedule_id > 0),
  provider_id integer not null check (provider_id > 0),
  date date not null,
  begins smallint not null check (begins >= 0),
  ends smallint not null check (ends <= 1440),
  primary key (practice_id, schedule_id)
);
create index pms_schedules_by_date on pms_schedules (practice_id, date);

-- Work behind a call (docs/decisions/0014). A copy of the server takes a row until its lease ends.
create table jobs (
  practice_id integer not null,
  id uuid not null,
  kind text not null,
  state text not null check (state in ('pending', 'running', 'done', 'failed')),
  -- what to do, and how far it is; each kind has its own
  input jsonb not null,
  progress jsonb not null,
  requested_at timestamptz not null,
  requested_by_kind text not null,
  requested_by_id text not null,
  requested_by_name text not null,
  -- not before this time: now, or after the pause that follows a failure
  run_at timestamptz not null,
  leased_until timestamptz,
  attempts integer not null default 0,
  finished_at timestamptz,
  message text,
  primary key (practice_id, id)
);
create index jobs_to_run on jobs (run_at) where state in ('pending', 'running');
create index jobs_of_practice on jobs (practice_id, kind, requested_at);

-- Hours worked: what was computed for a provider's day, and what people have said instead, apart from each other.

-- One row for each practice that has any; its lock orders saves and recalculations.
create table hours_worked_versions (
  practice_id integer primary key references practices (id),
  version integer not null
);

create table hours_worked (
  practice_id integer not null,
  date date not null,
  provider_id integer not null,
  available_seconds integer not null check (available_seconds between 0 and 86400),
  worked_seconds integer not null check (worked_seconds between 0 and 86400),
  computed_at timestamptz not null,
  primary key (practice_id, date, provider_id),
  foreign key (practice_id, provider_id) references pms_providers (practice_id, provider_id)
);

-- A figure is null where nobody overrides it (any more). Its version is that of the save that last changed it.
create table hours_worked_overrides (
  practice_id integer not null,
  date date not null,
  provider_id integer not null,
  available_seconds integer check (available_seconds between 0 and 86400),
  available_version integer not null default 0,
  available_by text,
  available_at timestamptz,
  worked_seconds integer check (worked_seconds between 0 and 86400),
  worked_version integer not null default 0,
  worked_by text,
  worked_at timestamptz,
  primary key (practice_id, date, provider_id),
  foreign key (practice_id, provider_id) references pms_providers (practice_id, provider_id)
);

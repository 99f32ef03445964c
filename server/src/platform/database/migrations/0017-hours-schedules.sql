-- Weekly schedules with start dates, and exceptions from them.

-- A dated schedule starts on its day and ends with the day before the next one. The weeks in weekly_hours are the schedule
-- from the beginning, which has no row here.
create table weekly_schedules (
  practice_id integer not null references weekly_hours_versions (practice_id),
  valid_from date not null,
  created_by text not null,
  created_at timestamptz not null,
  primary key (practice_id, valid_from)
);

-- The weeks of dated schedules, with the columns of weekly_hours.
create table weekly_schedule_hours (like weekly_hours including defaults including constraints);
alter table weekly_schedule_hours
  add column valid_from date not null,
  add primary key (practice_id, valid_from, provider_id),
  add foreign key (practice_id, valid_from) references weekly_schedules (practice_id, valid_from);

-- Days on which the office (provider 0) or a provider has other hours than in the weekly schedule, or none. Minutes since
-- midnight. Exceptions of one provider do not overlap: writers lock the practice's row of weekly_hours_versions.
create table hours_exceptions (
  practice_id integer not null references weekly_hours_versions (practice_id),
  exception_id integer not null,
  provider_id integer not null check (provider_id >= 0),
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  kind text not null check (kind in ('closed', 'time_off', 'other_hours')),
  beg smallint,
  "end" smallint,
  l_beg smallint,
  l_end smallint,
  note text not null default '',
  -- of the save that last changed it
  version integer not null,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (practice_id, exception_id),
  check ((kind = 'other_hours') = (beg is not null and "end" is not null)),
  check ("end" > beg and (l_beg is null) = (l_end is null) and l_end > l_beg)
);
create index on hours_exceptions (practice_id, start_date);

-- Which days a change of schedules or exceptions affects. A day's figures are fresh while their schedule_version is the
-- greatest version of the changes that affect it; a change that covers an older one replaces it.
create table hours_schedule_changes (
  practice_id integer not null references weekly_hours_versions (practice_id),
  version integer not null,
  start_date date not null,
  end_date date not null,
  primary key (practice_id, version, start_date)
);
insert into hours_schedule_changes (practice_id, version, start_date, end_date)
  select practice_id, version, '1900-01-01', '9999-12-31' from weekly_hours_versions where version > 0;

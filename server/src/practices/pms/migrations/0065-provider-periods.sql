-- The days on which a provider belonged to the practice: from starts_on up to the day before ends_on; null while they do. A provider
-- without a row has always belonged to it, or, when not active, has no known period.
create table pms_provider_periods (
  practice_id integer not null,
  provider_id integer not null,
  starts_on date not null,
  ends_on date,
  primary key (practice_id, provider_id, starts_on),
  foreign key (practice_id, provider_id) references pms_providers (practice_id, provider_id),
  check (ends_on > starts_on)
);

-- A row of a past day that the PMS reuses for another day keeps its times under a number below zero.
alter table pms_schedules drop constraint pms_schedules_schedule_id_check;

-- Every computed day stores what it was computed from. A day whose inputs have changed since is computed again by a job.

-- Rises with every change of what is synced and that hours are computed from.
alter table pms_units add column version integer not null default 0;

alter table hours_worked
  add column schedule_version integer,
  add column sync_version integer,
  -- a fingerprint of the settings that hours depend on
  add column settings_version integer;

-- The figures are computed from what is stored elsewhere. Those from before this migration do not say from what.
delete from hours_worked;
